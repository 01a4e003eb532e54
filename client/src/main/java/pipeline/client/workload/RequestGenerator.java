package pipeline.client.workload;

import pipeline.client.http.Request;

/**
 * Makes requests of nothing but their numbers and a seed: the same number always makes the same
 * request, so every thread makes its own and none waits for another. Thread-safe.
 */
interface RequestGenerator {
  long seed();

  /** The request of the load with this number. */
  Request post(long seq);

  /**
   * The path and body of {@link #post} as one JSON object in ASCII, which is a line of a body of
   * many.
   */
  String line(long seq);

  /** The path to which lines are posted. */
  String linesPath();

  /** A read to go beside the load; reads have numbers of their own, also from 0. */
  Request get(long seq);

  /**
   * Looks up a random number from 0 to {@code bound} - 1 instead of drawing it: it is a function of
   * the seed, a request's number and its place in that request, so that threads need no order among
   * themselves and {@code deploy/lib/oracle.py} finds the same ones. They are those of SplitMix64
   * (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014), which can
   * begin anywhere.
   *
   * @param place from 0 to 7
   */
  default int value(long seq, int place, int bound) {
    long z = seed() + 0x9E3779B97F4A7C15L * (seq * 8 + place + 1);
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    z ^= z >>> 31;
    return (int) ((z >>> 33) % bound); // 31 bits, so that no sign is in the way
  }
}
