package pipeline.server.broker;

/**
 * The result of publishing an entry. Immutable.
 *
 * @param failure null if the broker has the entry, routed to a queue; else nothing is known of it,
 *     and the client may send the same key again
 * @param reason for people
 * @param maxBytes with {@link Failure#TOO_LONG}, the longest message that passes; else 0
 */
public record PublishResult(Failure failure, String reason, int maxBytes) {

  /** The reasons why an entry may not have been published. */
  public enum Failure {
    /** The broker is away, takes nothing, or refused the message. */
    BROKER,
    /** The limit of entries that wait for the broker is reached. */
    OVERLOAD,
    /** The message is longer than the limit, so it never passes. */
    TOO_LONG,
    /** No confirm came within the publish deadline. */
    NO_CONFIRM,
    /** The server is stopping. */
    STOPPING
  }

  public static final PublishResult CONFIRMED = new PublishResult(null, "confirmed", 0);
  public static final PublishResult NO_CONFIRM =
      new PublishResult(
          Failure.NO_CONFIRM, "no confirm from the broker within the publish deadline", 0);
  public static final PublishResult STOPPING =
      new PublishResult(Failure.STOPPING, "the server is stopping", 0);

  /** A failure of the broker, with its reason. */
  public static PublishResult failed(String reason) {
    return new PublishResult(Failure.BROKER, reason, 0);
  }

  public static PublishResult tooLarge(int maxBytes, String reason) {
    return new PublishResult(Failure.TOO_LONG, reason, maxBytes);
  }

  public boolean confirmed() {
    return failure == null;
  }
}
