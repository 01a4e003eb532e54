package pipeline.consumer.store.file;

/** A state directory that must not be used; the text is one line for the user. */
public final class StateException extends Exception {
  StateException(String message) {
    super(message);
  }

  StateException(String message, Throwable cause) {
    super(message, cause);
  }
}
