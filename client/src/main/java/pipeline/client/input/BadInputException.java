package pipeline.client.input;

import java.util.function.Supplier;

/**
 * The user's arguments or input cannot be used; the message is one line that says what is wrong.
 */
public final class BadInputException extends Exception {
  private static final long serialVersionUID = 1;

  public BadInputException(String message) {
    super(message);
  }

  /** Makes a check that refuses with an {@link IllegalArgumentException}, as those of wire do. */
  public static <T> T checked(Supplier<T> check) throws BadInputException {
    try {
      return check.get();
    } catch (IllegalArgumentException e) {
      throw new BadInputException(e.getMessage());
    }
  }
}
