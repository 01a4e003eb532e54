package pipeline.consumer.store.file;

/** Thrown for a state that must not be used; the text is one line for the user. */
public final class StateException extends Exception {
  public StateException(String message) {
    super(message);
  }

  StateException(String message, Throwable cause) {
    super(message, cause);
  }
}
