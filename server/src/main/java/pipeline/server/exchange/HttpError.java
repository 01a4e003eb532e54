package pipeline.server.exchange;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.Map;

/**
 * A request that gets an error instead of its answer. A value thrown for control flow: it has no
 * stack trace, and its text is made by this program, never copied from the request.
 */
public final class HttpError extends Exception {
  private final ErrorCode code;
  private final Map<String, String> headers;

  public HttpError(ErrorCode code, String message) {
    this(code, message, Map.of());
  }

  /**
   * @param headers sent with the error
   */
  public HttpError(ErrorCode code, String message, Map<String, String> headers) {
    super(message, null, false, false);
    this.code = code;
    this.headers = headers;
  }

  /** A 405, with the methods that are allowed. */
  public static HttpError onlyMethod(String allow) {
    return new HttpError(
        ErrorCode.METHOD, "only " + allow + " is allowed here", Map.of("Allow", allow));
  }

  /** A 500; the caller logs the reason. */
  public static HttpError failure() {
    return new HttpError(ErrorCode.FAILURE, "the server failed; its log says how");
  }

  /** This error with its text about one line of a body, counted from 1. */
  public HttpError ofLine(int number) {
    String text = getMessage().replaceFirst("^the body (is )?", "");
    return new HttpError(code, "line " + number + ": " + text, headers);
  }

  /** The JSON of an answer that is a text for people. */
  public static String json(String message) {
    char[] quoted = JsonStringEncoder.getInstance().quoteAsString(message);
    return "{\"message\":\"" + new String(quoted) + "\"}";
  }

  public ErrorCode code() {
    return code;
  }

  public int status() {
    return code.status();
  }

  Map<String, String> headers() {
    return headers;
  }
}
