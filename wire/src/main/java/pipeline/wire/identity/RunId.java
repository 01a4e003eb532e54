package pipeline.wire.identity;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.OptionalLong;

/**
 * A client run: 128 bits, written as 32 lower-case hex digits. New ones are UUIDs of version 7 (RFC
 * 9562), which begin with the milliseconds since 1970 at which the run began; any other 128 bits
 * are a run without a known start. The order is that of the digits; it lets a hash map keep ids
 * that strangers chose to have one hash code in a tree, where it would search a list. Immutable.
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

  /** No client drew such ids before this, so an earlier start is a coincidence or forged. */
  private static final long EARLIEST_START_MILLIS =
      Instant.parse("2024-01-01T00:00:00Z").toEpochMilli();

  /** How far the clock of the client may be ahead of ours. */
  private static final long CLOCK_SKEW_MILLIS = Duration.ofMinutes(10).toMillis();

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

  /**
   * When the run began, in milliseconds since 1970, if its id says so and can be believed: a time
   * between 2024 and ten minutes from {@code nowMillis}.
   */
  public OptionalLong startMillis(long nowMillis) {
    boolean isVersion7 = (high & VERSION_MASK) == VERSION_7 && (low & VARIANT_MASK) == VARIANT_RFC;
    long start = high >>> TIME_SHIFT;
    return isVersion7 && start >= EARLIEST_START_MILLIS && start <= nowMillis + CLOCK_SKEW_MILLIS
        ? OptionalLong.of(start)
        : OptionalLong.empty();
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
