package pipeline.server;

/**
 * A request that gets an error instead of its answer. A value thrown for control flow: it has no
 * stack trace, and its text is made by this program, never copied from the request.
 */
final class Refusal extends Exception {
  private final int status;
  private final String allow;

  Refusal(int status, String message) {
    this(status, message, "");
  }

  private Refusal(int status, String message, String allow) {
    super(message, null, false, false);
    this.status = status;
    this.allow = allow;
  }

  /** 405, with the one method that is allowed. */
  static Refusal onlyMethod(String allow) {
    return new Refusal(405, "only " + allow + " is allowed here", allow);
  }

  int status() {
    return status;
  }

  /** The value of the header {@code Allow}; empty if there is none. */
  String allow() {
    return allow;
  }
}
