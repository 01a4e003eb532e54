package pipeline.wire.query;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The form of a path: words, and numbers in ranges, as in {@code /skiers/{1-100000}/vertical}. A
 * number is written in one way only, without sign or leading zeros. Immutable.
 */
final class PathTemplate {
  private static final int MAX_DIGITS = 9;

  private final List<Segment> segments;
  private final List<Segment> numbers;

  /**
   * @param word empty for a number
   */
  private record Segment(String word, int min, int max) {

    static Segment of(String text) {
      if (!text.startsWith("{")) {
        return new Segment(text, 0, 0);
      }
      int hyphen = text.indexOf('-');
      return new Segment(
          "",
          Integer.parseInt(text.substring(1, hyphen)),
          Integer.parseInt(text.substring(hyphen + 1, text.length() - 1)));
    }

    boolean isNumber() {
      return word.isEmpty();
    }
  }

  /**
   * @param form starts with a slash and a word
   */
  PathTemplate(String form) {
    segments = Arrays.stream(form.substring(1).split("/", -1)).map(Segment::of).toList();
    numbers = segments.stream().filter(Segment::isNumber).toList();
  }

  /**
   * The numbers in {@code path}, which starts with a slash.
   *
   * @throws BadPathException {@code missing param} if all words stand there in their order, but a
   *     number is empty or left out; {@code invalid inputs} for everything else that is not of this
   *     form
   */
  int[] numbers(String path) throws BadPathException {
    List<String> texts = numberTexts(path.substring(1).split("/", segments.size() + 1));
    if (texts.contains("")) {
      throw BadPathException.missing();
    }
    int[] found = new int[texts.size()];
    for (int i = 0; i < found.length; i++) {
      found[i] = number(texts.get(i), numbers.get(i));
    }
    return found;
  }

  /**
   * The text in the place of each number, empty if there is none; the path is invalid if the words
   * are missing.
   */
  private List<String> numberTexts(String[] parts) throws BadPathException {
    List<String> texts = new ArrayList<>();
    int at = 0;
    for (int i = 0; i < segments.size(); i++) {
      String part = at < parts.length ? parts[at] : "";
      if (segments.get(i).isNumber()) {
        boolean leftOut = isWord(part, i + 1);
        texts.add(leftOut ? "" : part);
        at += leftOut ? 0 : 1;
      } else if (isWord(part, i)) {
        at++;
      } else {
        throw BadPathException.invalid();
      }
    }
    if (at < parts.length) {
      throw BadPathException.invalid();
    }
    return texts;
  }

  private boolean isWord(String part, int segment) {
    return segment < segments.size() && !part.isEmpty() && part.equals(segments.get(segment).word);
  }

  private static int number(String text, Segment segment) throws BadPathException {
    boolean plain =
        text.length() <= MAX_DIGITS
            && text.charAt(0) != '0'
            && text.chars().allMatch(c -> c >= '0' && c <= '9');
    int number = plain ? Integer.parseInt(text) : -1;
    if (number < segment.min || number > segment.max) {
      throw BadPathException.invalid();
    }
    return number;
  }
}
