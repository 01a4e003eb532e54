package pipeline.consumer;

/** An argument or setting that cannot be used; the text is one line that names it. */
final class BadArgumentException extends Exception {
  BadArgumentException(String message) {
    super(message);
  }

  BadArgumentException(String message, Throwable cause) {
    super(message, cause);
  }
}
