package pipeline.server;

/**
 * How the publishing of an entry ended. Immutable.
 *
 * @param kind null if the broker has it, routed to a queue; else nothing is known, and the client
 *     may send the same key again
 * @param reason for people
 */
record Verdict(RefusalKind kind, String reason) {
  static final Verdict CONFIRMED = new Verdict(null, "confirmed");
  static final Verdict NO_CONFIRM =
      refused(RefusalKind.NO_CONFIRM, "no confirm from the broker within the publish deadline");

  /** For something about the broker. */
  static Verdict refused(String reason) {
    return refused(RefusalKind.BROKER, reason);
  }

  static Verdict refused(RefusalKind kind, String reason) {
    return new Verdict(kind, reason);
  }

  boolean confirmed() {
    return kind == null;
  }
}
