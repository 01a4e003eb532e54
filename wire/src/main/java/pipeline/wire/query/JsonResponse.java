package pipeline.wire.query;

/**
 * The answer to a read, not yet on any wire.
 *
 * @param status the HTTP status
 * @param json the body
 */
public record JsonResponse(int status, String json) {

  private static final int OK = 200;

  /** A 200 with {@code {"message":<number>}}. */
  public static JsonResponse number(long number) {
    return ok("{\"message\":" + number + "}");
  }

  /** A 200 with this body. */
  public static JsonResponse ok(String json) {
    return new JsonResponse(OK, json);
  }

  /**
   * An answer with {@code {"message":"<text>"}}.
   *
   * @param message without anything that JSON must escape
   */
  public static JsonResponse error(int status, String message) {
    return new JsonResponse(status, "{\"message\":\"" + message + "\"}");
  }
}
