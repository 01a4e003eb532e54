package pipeline.client.cli;

import pipeline.client.input.BadInputException;

/** Whole numbers as people type them. */
final class WholeNumber {
  private WholeNumber() {}

  /**
   * Reads a number between two limits, both allowed.
   *
   * @param name what the number is called on the command line, for the message
   */
  static int parse(String name, String text, int min, int max) throws BadInputException {
    try {
      int number = Integer.parseInt(text);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // not a number, or more than an int holds: the message below says what is expected
    }
    throw new BadInputException(
        name + " must be a whole number from " + min + " to " + max + ", not '" + text + "'");
  }
}
