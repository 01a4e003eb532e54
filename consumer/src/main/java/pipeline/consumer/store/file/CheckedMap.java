package pipeline.consumer.store.file;

import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.h2.mvstore.MVMap;

/**
 * A map of the state file with a checksum: a 64-bit sum of the hashes of all entries, independent
 * of their order, so that changing an entry changes the sum by the difference of two hashes.
 * Summing again on load finds lost pages and flipped bits, which MVStore's own checks (of its
 * chunks' frames only) do not. Protects against accidents, not against forgery.
 *
 * <p>A checkpoint that is written in several steps keeps beside the map what it had before, under
 * the same checksum, so that an unfinished one can be taken back. Not thread-safe.
 *
 * @param <V> Long, String or byte[]
 */
final class CheckedMap<V> {
  /** The approximate memory of an entry beside its characters and bytes. */
  private static final int ENTRY_BYTES = 120;

  private static final long FNV_PRIME = 0x100000001B3L;

  private final MVMap<String, V> map;
  private final MVMap<String, V> before;
  private final V absent;
  private long sum;
  private final LongAdder bytes = new LongAdder();

  /**
   * A map with the sum 0, as if it were empty.
   *
   * @param before where old values are kept while a checkpoint is not finished
   * @param absent stands for no value there, and is no value
   */
  CheckedMap(MVMap<String, V> map, MVMap<String, V> before, V absent) {
    this.map = map;
    this.before = before;
    this.absent = absent;
  }

  /** Finds the sum by reading all entries. */
  void sumUp() {
    sum = 0;
    map.forEach((key, value) -> sum += hash(key, value));
    before.forEach((key, value) -> sum += hashBefore(key, value));
  }

  /**
   * The sum over the present entries, or the change of the sum if {@link #sumUp} was not called.
   */
  long checksum() {
    return sum;
  }

  /** The approximate bytes of the entries that were put since the map was opened. Thread-safe. */
  long bytes() {
    return bytes.sum();
  }

  /** Puts a value in place of the old one, or removes that if the value is null. */
  void put(String key, V value) {
    V old = value == null ? map.remove(key) : map.put(key, value);
    long keyHash = hash(key);
    if (old != null) {
      sum -= hash(keyHash, old);
      bytes.add(-bytes(key, old));
    }
    if (value != null) {
      sum += hash(keyHash, value);
      bytes.add(bytes(key, value));
    }
  }

  /** Keeps the present value of a key, unless an earlier one is kept. */
  void keep(String key) {
    if (!before.containsKey(key)) {
      V kept = Objects.requireNonNullElse(map.get(key), absent);
      before.put(key, kept);
      sum += hashBefore(key, kept);
    }
  }

  /** Whether old values are kept because a checkpoint was not finished. */
  boolean isUnfinished() {
    return !before.isEmpty();
  }

  /** Drops the kept values: the checkpoint is finished. */
  void finish() {
    before.forEach((key, value) -> sum -= hashBefore(key, value));
    before.clear();
  }

  /** Takes back the changes of an unfinished checkpoint, with a call after each. */
  void takeBack(Runnable afterEach) {
    while (isUnfinished()) {
      String key = before.firstKey();
      V old = before.remove(key);
      sum -= hashBefore(key, old);
      put(key, Objects.deepEquals(old, absent) ? null : old);
      afterEach.run();
    }
  }

  /** The map itself, to be read. */
  MVMap<String, V> map() {
    return map;
  }

  private static long bytes(String key, Object value) {
    int length =
        value instanceof byte[] bytes
            ? bytes.length
            : value instanceof String text ? 2 * text.length() : 0;
    return ENTRY_BYTES + 2L * key.length() + length;
  }

  private static long hashBefore(String key, Object value) {
    return Long.rotateLeft(hash(key, value), 1);
  }

  private static long hash(String key, Object value) {
    return hash(hash(key), value);
  }

  private static long hash(long keyHash, Object value) {
    long bits =
        value instanceof Long number
            ? number
            : value instanceof byte[] bytes ? hash(bytes) : hash((String) value);
    return mix(keyHash + mix(bits));
  }

  private static long hash(byte[] value) {
    long hash = value.length;
    for (byte b : value) {
      hash = (hash ^ b) * FNV_PRIME;
    }
    return hash;
  }

  /** The hash of a text: FNV-1a over its characters. */
  private static long hash(String text) {
    long hash = 0xCBF29CE484222325L;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * FNV_PRIME;
    }
    return hash;
  }

  /** The finalizer of SplitMix64: every bit of the input moves half of the output's. */
  private static long mix(long bits) {
    long z = bits;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
