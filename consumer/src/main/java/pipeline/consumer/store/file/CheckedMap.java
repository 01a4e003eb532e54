package pipeline.consumer.store.file;

import java.util.Map;
import java.util.Set;
import java.util.function.ToLongBiFunction;
import org.h2.mvstore.MVMap;

/**
 * A map of the state file with a checksum: a 64-bit sum of the hashes of all entries, independent
 * of their order, so that changing an entry changes the sum by the difference of two hashes.
 * Summing again on load finds lost pages and flipped bits, which MVStore's own checks (of its
 * chunks' frames only) do not. Protects against accidents, not against forgery. Not thread-safe.
 *
 * @param <V> String, Long or byte[]
 */
final class CheckedMap<V> {
  private final MVMap<String, V> map;
  private final ToLongBiFunction<String, V> hash;
  private long sum;

  /**
   * @param hash of an entry, such as {@code CheckedMap::hash}
   */
  CheckedMap(MVMap<String, V> map, ToLongBiFunction<String, V> hash) {
    this.map = map;
    this.hash = hash;
  }

  /** Adds the entries that are there already to the sum. */
  void sumUp() {
    map.forEach((key, value) -> sum += hash.applyAsLong(key, value));
  }

  /** The sum over the entries there are now. */
  long checksum() {
    return sum;
  }

  void put(String key, V value) {
    forget(key, map.put(key, value));
    sum += hash.applyAsLong(key, value);
  }

  void remove(String key) {
    forget(key, map.remove(key));
  }

  private void forget(String key, V old) {
    if (old != null) {
      sum -= hash.applyAsLong(key, old);
    }
  }

  /** The value, or null. */
  V get(String key) {
    return map.get(key);
  }

  Set<Map.Entry<String, V>> entries() {
    return map.entrySet();
  }

  static long hash(String key, long value) {
    return mix(hash(key) + mix(value));
  }

  static long hash(String key, String value) {
    return hash(key, hash(value));
  }

  static long hash(String key, byte[] value) {
    long hash = value.length;
    for (byte b : value) {
      hash = (hash ^ b) * 0x100000001B3L;
    }
    return hash(key, hash);
  }

  /** FNV-1a over the characters. */
  private static long hash(String text) {
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
