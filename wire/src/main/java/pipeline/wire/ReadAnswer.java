package pipeline.wire;

/**
 * The answer to a read, not yet on any wire.
 *
 * @param status the HTTP status
 * @param json the body
 */
public record ReadAnswer(int status, String json) {

  private static final int OK = 200;

  /** {@code {"message":<number>}}. */
  public static ReadAnswer number(long number) {
    return new ReadAnswer(OK, "{\"message\":" + number + "}");
  }

  /**
   * {@code {"message":"<text>"}}.
   *
   * @param message without anything that JSON must escape
   */
  public static ReadAnswer error(int status, String message) {
    return new ReadAnswer(status, "{\"message\":\"" + message + "\"}");
  }
}
