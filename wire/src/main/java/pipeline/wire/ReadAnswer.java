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
    return ok("{\"message\":" + number + "}");
  }

  /** 200 with this body. */
  public static ReadAnswer ok(String json) {
    return new ReadAnswer(OK, json);
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
