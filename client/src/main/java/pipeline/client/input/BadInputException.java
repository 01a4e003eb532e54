package pipeline.client.input;

import java.util.function.Supplier;

/**
 * The user's arguments or input cannot be used; the message is one line that says what is wrong.
 */
public final class BadInputException extends RuntimeException {
  public BadInputException(String message) {
    super(message);
  }

  /** Refuses what cannot be used. */
  public static void refuseIf(boolean bad, String message) {
    if (bad) {
      throw new BadInputException(message);
    }
  }

  /** Makes a check that refuses with an {@link IllegalArgumentException}, as those of wire do. */
  public static <T> T checked(Supplier<T> check) {
    try {
      return check.get();
    } catch (IllegalArgumentException e) {
      throw new BadInputException(e.getMessage());
    }
  }
}
