package pipeline.consumer.store;

/** A state directory that must not be used; the text is one line for the user. */
public final class StateException extends Exception {
  public StateException(String message) {
    super(message);
  }

  public StateException(String message, Throwable cause) {
    super(message, cause);
  }
}
