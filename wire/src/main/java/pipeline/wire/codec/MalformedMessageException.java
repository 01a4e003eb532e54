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
}
