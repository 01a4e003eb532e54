package pipeline.wire.query;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.StringUtils;

/**
 * The form of a path: words, and numbers in ranges, as in {@code /skiers/{1-100000}/vertical}. A
 * number is written in one way only, without sign or leading zeros. Immutable.
 */
final class PathTemplate {
  private static final Pattern RANGE = Pattern.compile("\\{(\\d+)-(\\d+)}");
  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,8}");

  private static final String INVALID = "invalid inputs";

  private final Pattern form;
  private final List<Range> ranges = new ArrayList<>();

  private record Range(int min, int max) {}

  /**
   * @param form starts with a slash and a word
   */
  PathTemplate(String form) {
    StringBuilder pattern = new StringBuilder();
    String[] segments = form.substring(1).split("/", -1);
    for (int i = 0; i < segments.length; i++) {
      Matcher range = RANGE.matcher(segments[i]);
      if (range.matches()) {
        ranges.add(new Range(Integer.parseInt(range.group(1)), Integer.parseInt(range.group(2))));
        // in the place of the number there is anything but the next word, or nothing
        String next = i + 1 < segments.length ? "(?!" + segments[i + 1] + "(?:/|\\z))" : "";
        pattern.append("(?:/").append(next).append("([^/]*))?");
      } else {
        pattern.append('/').append(segments[i]);
      }
    }
    this.form = Pattern.compile(pattern.toString());
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
    for (int group = 1; group <= ranges.size(); group++) {
      if (StringUtils.isEmpty(found.group(group))) {
        throw new BadPathException("missing param");
      }
    }
    int[] numbers = new int[ranges.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = number(found.group(i + 1), ranges.get(i));
    }
    return numbers;
  }

  private static int number(String text, Range range) throws BadPathException {
    int number = NUMBER.matcher(text).matches() ? Integer.parseInt(text) : -1;
    if (number < range.min || number > range.max) {
      throw new BadPathException(INVALID);
    }
    return number;
  }
}
