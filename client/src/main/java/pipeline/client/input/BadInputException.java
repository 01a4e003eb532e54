package pipeline.client.input;

/**
 * The user's arguments or input cannot be used; the message is one line that says what is wrong.
 */
public final class BadInputException extends Exception {
  private static final long serialVersionUID = 1;

  public BadInputException(String message) {
    super(message);
  }
}
