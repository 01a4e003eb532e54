package pipeline.wire.query;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.Optional;
import pipeline.wire.process.Build;

/**
 * The answer to a read, not yet on any wire.
 *
 * @param status the HTTP status
 * @param json the body
 */
public record JsonResponse(int status, String json) {

  private static final int OK = 200;
  private static final int UNAVAILABLE = 503;
  private static final Build BUILD = Build.current();

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

  /** 200 with the message {@code up}, or 503 with the trouble; and the build of this program. */
  public static JsonResponse health(Optional<String> trouble) {
    String json =
        "{\"message\":%s,\"build\":{\"release\":%s,\"commit\":%s,\"jvm\":%s}}"
            .formatted(
                quoted(trouble.orElse("up")),
                quoted(BUILD.release()),
                quoted(BUILD.commit()),
                quoted(BUILD.jvm()));
    return new JsonResponse(trouble.isEmpty() ? OK : UNAVAILABLE, json);
  }

  static String quoted(String text) {
    return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
  }
}
