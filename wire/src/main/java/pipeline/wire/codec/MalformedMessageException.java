package pipeline.wire.codec;

/**
 * Thrown for a message that no retry can make readable; its text is the reason shown in the dead
 * queue.
 */
public final class MalformedMessageException extends Exception {

  public MalformedMessageException(String reason) {
    super(reason);
  }

  public MalformedMessageException(String reason, Throwable cause) {
    super(reason, cause);
  }

  /** Refuses a message; the reason is a constant, since most messages are not refused. */
  public static void refuseIf(boolean malformed, String reason) throws MalformedMessageException {
    if (malformed) {
      throw new MalformedMessageException(reason);
    }
  }
}
