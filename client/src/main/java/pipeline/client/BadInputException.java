package pipeline.client;

/**
 * The user's arguments or input cannot be used; the message is one line that says what is wrong.
 */
final class BadInputException extends Exception {
  private static final long serialVersionUID = 1;

  BadInputException(String message) {
    super(message);
  }
}
