package pipeline.server;

/**
 * How the publishing of an entry ended. Immutable.
 *
 * @param confirmed whether the broker has it, routed to a queue; else nothing is known, and the
 *     client may send the same key again
 * @param reason for people
 */
record Verdict(boolean confirmed, String reason) {
  static final Verdict CONFIRMED = new Verdict(true, "confirmed");

  static Verdict refused(String reason) {
    return new Verdict(false, reason);
  }
}
