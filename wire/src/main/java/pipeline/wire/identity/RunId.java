package pipeline.wire.identity;

import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * A client run: 128 random bits, written as 32 lower-case hex digits. Immutable.
 *
 * @param high the first 16 digits
 * @param low the last 16 digits
 */
public record RunId(long high, long low) {
  private static final int DIGITS = 32;
  private static final HexFormat HEX = HexFormat.of();

  public static RunId random(SecureRandom random) {
    return new RunId(random.nextLong(), random.nextLong());
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
  public String toString() {
    return HEX.toHexDigits(high) + HEX.toHexDigits(low);
  }
}
