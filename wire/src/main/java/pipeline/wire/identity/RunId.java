package pipeline.wire.identity;

import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * A client run: 128 bits, written as 32 lower-case hex digits. Runs are UUIDs of version 7 (RFC
 * 9562), which begin with the milliseconds since 1970 at which the run began. Any other 128 bits
 * are a run of earlier releases, whose states and queues may still hold it. The order is that of
 * the digits; it lets a hash map keep ids that strangers chose to have one hash code in a tree,
 * where it would search a list. Immutable.
 *
 * @param high the first 16 digits
 * @param low the last 16 digits
 */
public record RunId(long high, long low) implements Comparable<RunId> {
  private static final int DIGITS = 32;
  private static final HexFormat HEX = HexFormat.of();

  private static final int TIME_SHIFT = 16;
  private static final long VERSION_MASK = 0xF000L;
  private static final long VERSION_7 = 0x7000L;
  private static final long VARIANT_MASK = 0xC000_0000_0000_0000L;
  private static final long VARIANT_RFC = 0x8000_0000_0000_0000L;

  /** A run that begins now. */
  public static RunId random(SecureRandom random) {
    return startingAt(System.currentTimeMillis(), random);
  }

  /** A run that begins at this time of day. */
  public static RunId startingAt(long millis, SecureRandom random) {
    return new RunId(
        (millis << TIME_SHIFT) | VERSION_7 | random.nextInt(1 << 12),
        (random.nextLong() & ~VARIANT_MASK) | VARIANT_RFC);
  }

  /** Whether the id is a UUID of version 7, which tells when the run began. */
  public boolean isVersion7() {
    return (high & VERSION_MASK) == VERSION_7 && (low & VARIANT_MASK) == VARIANT_RFC;
  }

  /**
   * The time at which the run began, in milliseconds since 1970, as its id tells it. An id with a
   * false time changes how long its own run is taken and remembered, and no other's.
   *
   * @throws IllegalStateException if the id is no UUID of version 7
   */
  public long startMillis() {
    if (!isVersion7()) {
      throw new IllegalStateException("run " + this + " does not tell when it began");
    }
    return high >>> TIME_SHIFT;
  }

  /**
   * Reads 32 hex digits of either case, starting at {@code text[0]}.
   *
   * @throws IllegalArgumentException if {@code text} is anything else
   */
  public static RunId parse(CharSequence text) {
    if (text.length() != DIGITS) {
      throw new IllegalArgumentException("a run is 32 hex digits, not " + text.length());
    }
    try {
      return new RunId(
          HexFormat.fromHexDigitsToLong(text, 0, DIGITS / 2),
          HexFormat.fromHexDigitsToLong(text, DIGITS / 2, DIGITS));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("a run is 32 hex digits", e);
    }
  }

  @Override
  public int compareTo(RunId other) {
    int byHigh = Long.compareUnsigned(high, other.high);
    return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
  }

  @Override
  public String toString() {
    return HEX.toHexDigits(high) + HEX.toHexDigits(low);
  }
}
