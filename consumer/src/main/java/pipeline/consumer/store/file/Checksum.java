package pipeline.consumer.store.file;

/**
 * A 64-bit sum of the hashes of all entries of the state, independent of their order, so that
 * changing an entry changes the sum by the difference of two hashes. Summing again on load finds
 * lost pages and flipped bits, which MVStore's own checks (of its chunks' frames only) do not.
 * Protects against accidents, not against forgery. Not thread-safe.
 */
final class Checksum {
  private long sum;

  void add(long hash) {
    sum += hash;
  }

  void remove(long hash) {
    sum -= hash;
  }

  long value() {
    return sum;
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
