package pipeline.wire.query;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.commons.lang3.IntegerRange;
import org.apache.commons.lang3.StringUtils;

/**
 * The form of a path: words, and numbers in ranges, as in {@code /skiers/{}/vertical}. A number is
 * written in one way only, without sign or leading zeros. Immutable.
 */
final class PathTemplate {
  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,8}");
  private static final String INVALID = "invalid inputs";

  private final Pattern form;
  private final IntegerRange[] ranges;

  /**
   * @param form starts with a slash and a word; {@code {}} is a number
   * @param ranges of the numbers, in their order
   */
  PathTemplate(String form, IntegerRange... ranges) {
    // in the place of the number there is anything, or nothing
    this.form = Pattern.compile(form.replace("/{}", "(?:/([^/]*))?"));
    this.ranges = ranges;
  }

  /** The range of a number from 1. */
  static IntegerRange upTo(int max) {
    return IntegerRange.of(1, max);
  }

  /**
   * The numbers in {@code path}, which starts with a slash.
   *
   * @throws BadPathException {@code missing param} if all words stand there in their order, but a
   *     number is empty or left out; {@code invalid inputs} for everything else that is not of this
   *     form
   */
  int[] numbers(String path) throws BadPathException {
    Matcher found = form.matcher(path);
    if (!found.matches()) {
      throw new BadPathException(INVALID);
    }
    int[] numbers = new int[ranges.length];
    if (IntStream.rangeClosed(1, numbers.length)
        .mapToObj(found::group)
        .anyMatch(StringUtils::isEmpty)) {
      throw new BadPathException("missing param");
    }
    for (int i = 0; i < numbers.length; i++) {
      String number = found.group(i + 1);
      numbers[i] = NUMBER.matcher(number).matches() ? Integer.parseInt(number) : -1;
      if (!ranges[i].contains(numbers[i])) {
        throw new BadPathException(INVALID);
      }
    }
    return numbers;
  }
}
