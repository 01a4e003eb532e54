package pipeline.server.admission;

/**
 * A line that must not be published. A value thrown for control flow, without a stack trace; its
 * text is for the client.
 */
public final class NotAdmittedException extends Exception {
  private final Reason reason;

  /** Why. */
  public enum Reason {
    /** The line's own run has used up what it may. */
    RUN_OVER_BUDGET,
    /** No further runs are taken at present. */
    NO_NEW_RUNS,
    /** The run may have been counted and forgotten, so its lines could be counted twice. */
    RUN_TOO_OLD
  }

  NotAdmittedException(Reason reason, String message) {
    super(message, null, false, false);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
