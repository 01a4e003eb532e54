package pipeline.server.exchange;

import com.fasterxml.jackson.core.io.JsonStringEncoder;

/**
 * A request that gets an error instead of its answer. A value thrown for control flow: it has no
 * stack trace, and its text is made by this program, never copied from the request.
 */
public final class HttpError extends Exception {
  private final ErrorCode code;
  private final String header;
  private final String value;

  public HttpError(ErrorCode code, String message) {
    this(code, message, "", "");
  }

  private HttpError(ErrorCode code, String message, String header, String value) {
    super(message, null, false, false);
    this.code = code;
    this.header = header;
    this.value = value;
  }

  /** A 405, with the methods that are allowed. */
  public static HttpError onlyMethod(String allow) {
    return new HttpError(ErrorCode.METHOD, "only " + allow + " is allowed here", "Allow", allow);
  }

  /** A 500; the caller logs the reason. */
  public static HttpError failure() {
    return new HttpError(ErrorCode.FAILURE, "the server failed; its log says how");
  }

  /** A 401, with the scheme that is expected. */
  public static HttpError unauthorized(String scheme, String message) {
    return new HttpError(ErrorCode.UNAUTHORIZED, message, "WWW-Authenticate", scheme);
  }

  /** This error with its text about one line of a body, counted from 1. */
  public HttpError ofLine(int number) {
    String text = getMessage().replaceFirst("^the body (is )?", "");
    return new HttpError(code, "line " + number + ": " + text, header, value);
  }

  /** The body of the answer. */
  String json() {
    return json(getMessage());
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

  /** The name of the header sent with the error; empty if there is none. */
  String header() {
    return header;
  }

  /** The value of {@link #header}. */
  String value() {
    return value;
  }
}
