package pipeline.consumer.store.file;

import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToLongBiFunction;
import java.util.function.ToLongFunction;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.DataType;
import org.h2.mvstore.type.LongDataType;
import org.h2.mvstore.type.StringDataType;

/**
 * A map of the state file with a checksum: a 64-bit sum of the hashes of all entries, independent
 * of their order, so that changing an entry changes the sum by the difference of two hashes.
 * Summing again on load finds lost pages and flipped bits, which MVStore's own checks (of its
 * chunks' frames only) do not. Protects against accidents, not against forgery.
 *
 * <p>A checkpoint that is written in several steps keeps beside the map what it had before, under
 * the same checksum, so that an unfinished one can be taken back. Not thread-safe.
 */
final class CheckedMap<V> {
  /** The approximate memory of an entry beside its characters and bytes. */
  private static final int ENTRY_BYTES = 120;

  private final MVMap<String, V> map;
  private final MVMap<String, V> before;
  private final Kind<V> kind;
  private long sum;
  private final LongAdder bytes = new LongAdder();

  /**
   * A type of values, with its hash and size.
   *
   * @param hash of an entry
   * @param size of a value in bytes
   * @param absent stands for no value, and is no value
   */
  record Kind<V>(
      DataType<V> type, ToLongBiFunction<String, V> hash, ToLongFunction<V> size, V absent) {
    static final Kind<Long> NUMBER =
        new Kind<>(
            LongDataType.INSTANCE, (key, n) -> entryHash(key, mix(n)), n -> 0, Long.MIN_VALUE);
    static final Kind<String> TEXT =
        new Kind<>(
            StringDataType.INSTANCE,
            (key, text) -> entryHash(key, mix(textHash(text))),
            text -> 2L * text.length(),
            "");
    static final Kind<byte[]> BYTES =
        new Kind<>(
            ByteArrayDataType.INSTANCE,
            (key, bytes) -> entryHash(key, mix(bytesHash(bytes))),
            bytes -> bytes.length,
            new byte[0]);

    private static long entryHash(String key, long value) {
      return mix(textHash(key) + value);
    }
  }

  /**
   * @param before where old values are kept while a checkpoint is not finished
   */
  CheckedMap(MVMap<String, V> map, MVMap<String, V> before, Kind<V> kind) {
    this.map = map;
    this.before = before;
    this.kind = kind;
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

  void put(String key, V value) {
    forget(key, map.put(key, value));
    sum += hash(key, value);
    bytes.add(bytes(key, value));
  }

  void remove(String key) {
    forget(key, map.remove(key));
  }

  private void forget(String key, V old) {
    if (old != null) {
      sum -= hash(key, old);
      bytes.add(-bytes(key, old));
    }
  }

  private long bytes(String key, V value) {
    return ENTRY_BYTES + 2L * key.length() + kind.size().applyAsLong(value);
  }

  private long hash(String key, V value) {
    return kind.hash().applyAsLong(key, value);
  }

  private long hashBefore(String key, V value) {
    return Long.rotateLeft(hash(key, value), 1);
  }

  /** Keeps the present value of a key, unless an earlier one is kept. */
  void keep(String key) {
    if (!before.containsKey(key)) {
      V now = map.get(key);
      V kept = now == null ? kind.absent() : now;
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
      if (Objects.deepEquals(old, kind.absent())) {
        remove(key);
      } else {
        put(key, old);
      }
      afterEach.run();
    }
  }

  /** The value of a key, or null. */
  V get(String key) {
    return map.get(key);
  }

  /** The map itself, to be read. */
  MVMap<String, V> map() {
    return map;
  }

  private static long bytesHash(byte[] value) {
    long hash = value.length;
    for (byte b : value) {
      hash = (hash ^ b) * 0x100000001B3L;
    }
    return hash;
  }

  /** The hash of a text: FNV-1a over its characters. */
  private static long textHash(String text) {
    long hash = 0xCBF29CE484222325L;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001B3L;
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
