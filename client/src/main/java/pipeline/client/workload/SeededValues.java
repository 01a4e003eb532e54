package pipeline.client.workload;

/**
 * Random numbers that are looked up instead of drawn: each is a function of the seed, a request's
 * number and its place in that request, so that threads need no order among themselves and {@code
 * deploy/lib/oracle.py} finds the same ones. They are those of SplitMix64 (Steele, Lea, Flood: Fast
 * Splittable Pseudorandom Number Generators, OOPSLA 2014), which can begin anywhere.
 */
record SeededValues(long seed) {
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;
  private static final int PLACES = 8;
  private static final int DROPPED_BITS = 33; // leaves 31, so that no sign is in the way

  /**
   * Looks up a number from 0 to {@code bound} - 1.
   *
   * @param place from 0 to 7
   */
  int value(long seq, int place, int bound) {
    return (int) ((mix(seed + GOLDEN_GAMMA * (seq * PLACES + place + 1)) >>> DROPPED_BITS) % bound);
  }

  private static long mix(long state) {
    long z = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
