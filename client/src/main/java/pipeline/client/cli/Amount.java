package pipeline.client.cli;

import static pipeline.client.input.BadInputException.refuseIf;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import pipeline.client.input.BadInputException;

/** Reads numbers, rates and times as people type them: rates and times with fractions and units. */
final class Amount {
  private static final double MIN_RATE = 0.001;
  private static final double MAX_RATE = 1_000_000;
  private static final double MAX_SECONDS = 86_400;
  private static final double SECONDS_PER_MINUTE = 60;
  private static final Pattern RATE = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(?:/s)?");
  private static final Pattern TIME = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)[sm]?");

  private Amount() {}

  /**
   * Reads a whole number between two limits, both allowed.
   *
   * @param name what the number is called on the command line, for the message
   */
  static int whole(String name, String text, int min, int max) {
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

  /**
   * Reads {@code 100} or {@code 0.5/s}.
   *
   * @param name what the rate is called on the command line, for the message
   */
  static double rate(String name, String text) {
    double rate = number(RATE, text);
    refuseIf(
        !(rate >= MIN_RATE && rate <= MAX_RATE),
        name + " must be a number a second from 0.001 to 1000000, not '" + text + "'");
    return rate;
  }

  /**
   * Reads {@code 10}, {@code 0.5s} or {@code 2m}; more than nothing.
   *
   * @param name what the time is called on the command line, for the message
   */
  static Duration time(String name, String text) {
    Duration time = timeOrNone(name, text);
    refuseIf(time.isZero(), name + " must be more than 0 seconds");
    return time;
  }

  /** Reads a time as {@link #time} does, or 0. */
  static Duration timeOrNone(String name, String text) {
    double seconds = number(TIME, text) * (text.endsWith("m") ? SECONDS_PER_MINUTE : 1);
    refuseIf(
        !(seconds <= MAX_SECONDS),
        name + " must be seconds, such as 10, 0.5s or 2m, up to a day, not '" + text + "'");
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }

  /** The number in a text; NaN, for which no comparison holds, if the text has another form. */
  private static double number(Pattern form, String text) {
    Matcher matcher = form.matcher(text);
    return matcher.matches() ? Double.parseDouble(matcher.group(1)) : Double.NaN;
  }
}
