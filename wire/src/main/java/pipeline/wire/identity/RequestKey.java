package pipeline.wire.identity;

/**
 * The identity of a line, made by the client: {@code RUN-SEQ} in the {@code Idempotency-Key}
 * header, {@code run} and {@code seq} in an entry. A request of many lines carries the key of its
 * first. Immutable.
 *
 * @param seq from 0 to {@link Integer#MAX_VALUE}, so that a run fits one 32-bit bitmap
 */
public record RequestKey(RunId run, int seq) {
  private static final int RUN_DIGITS = 32;

  public RequestKey {
    if (seq < 0) {
      throw new IllegalArgumentException("seq is negative");
    }
  }

  /**
   * Reads {@code RUN-SEQ}: 32 hex digits, a hyphen, a decimal number without sign or leading zeros.
   *
   * @throws IllegalArgumentException if {@code text} is anything else
   */
  public static RequestKey parse(String text) {
    if (text.length() < RUN_DIGITS + 2 || text.charAt(RUN_DIGITS) != '-') {
      throw new IllegalArgumentException(
          "an idempotency key is RUN-SEQ: 32 hex digits, '-', number");
    }
    return new RequestKey(
        RunId.parse(text.substring(0, RUN_DIGITS)), parseSeq(text.substring(RUN_DIGITS + 1)));
  }

  private static int parseSeq(String digits) {
    int seq;
    try {
      seq = Integer.parseInt(digits);
    } catch (NumberFormatException e) {
      seq = -1;
    }
    // a sign, leading zeros and digits of other scripts are read, but not written
    if (seq < 0 || !digits.equals(Integer.toString(seq))) {
      throw new IllegalArgumentException("SEQ is a whole number from 0 to " + Integer.MAX_VALUE);
    }
    return seq;
  }

  @Override
  public String toString() {
    return run + "-" + seq;
  }
}
