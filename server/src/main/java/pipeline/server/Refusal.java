package pipeline.server;

/**
 * A request that gets an error instead of its answer. A value thrown for control flow: it has no
 * stack trace, and its text is made by this program, never copied from the request.
 */
final class Refusal extends Exception {
  private final RefusalKind kind;
  private final String header;
  private final String value;

  Refusal(RefusalKind kind, String message) {
    this(kind, message, "", "");
  }

  private Refusal(RefusalKind kind, String message, String header, String value) {
    super(message, null, false, false);
    this.kind = kind;
    this.header = header;
    this.value = value;
  }

  /** 405, with the methods that are allowed. */
  static Refusal onlyMethod(String allow) {
    return new Refusal(RefusalKind.METHOD, "only " + allow + " is allowed here", "Allow", allow);
  }

  /** 500; the caller logs why. */
  static Refusal failure() {
    return new Refusal(RefusalKind.FAILURE, "the server failed; its log says how");
  }

  /** 401, with the scheme that is expected. */
  static Refusal unauthorized(String scheme, String message) {
    return new Refusal(RefusalKind.UNAUTHORIZED, message, "WWW-Authenticate", scheme);
  }

  RefusalKind kind() {
    return kind;
  }

  int status() {
    return kind.status();
  }

  /** The name of the header that goes with it; empty if there is none. */
  String header() {
    return header;
  }

  /** The value of {@link #header}. */
  String value() {
    return value;
  }
}
