package pipeline.wire;

import java.util.Arrays;
import java.util.List;

/**
 * The form of a path: words, and numbers in ranges, as in {@code /skiers/{1-100000}/vertical}. A
 * number is written in one way only, without sign or leading zeros. Immutable.
 */
final class PathForm {
  private static final int MAX_DIGITS = 9;

  private final List<Step> steps;
  private final int numbers;

  /**
   * @param word empty for a number
   */
  private record Step(String word, int min, int max) {

    static Step of(String text) {
      if (!text.startsWith("{")) {
        return new Step(text, 0, 0);
      }
      int hyphen = text.indexOf('-');
      return new Step(
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
  PathForm(String form) {
    steps = Arrays.stream(form.substring(1).split("/", -1)).map(Step::of).toList();
    numbers = (int) steps.stream().filter(Step::isNumber).count();
  }

  /**
   * The numbers in {@code path}, which starts with a slash.
   *
   * @throws BadPathException {@code missing parameter} if the words are right, so far as the path
   *     goes, but a number is empty or the path ends before it; {@code invalid inputs} for
   *     everything else that is not of this form, a path that ends after its first word included
   */
  int[] numbers(String path) throws BadPathException {
    String[] parts = path.substring(1).split("/", steps.size() + 1);
    boolean endsInSlash = parts[parts.length - 1].isEmpty();
    int length = endsInSlash ? parts.length - 1 : parts.length;
    if (length < 2 || parts.length > steps.size()) {
      throw BadPathException.invalid();
    }
    checkWords(parts, length);
    int[] found = new int[numbers];
    int at = 0;
    for (int i = 0; i < length; i++) {
      if (steps.get(i).isNumber()) {
        found[at++] = number(parts[i], steps.get(i));
      }
    }
    return found;
  }

  private void checkWords(String[] parts, int length) throws BadPathException {
    boolean missing = false;
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      if (step.isNumber()) {
        missing |= i >= length || parts[i].isEmpty();
      } else if (i < length && !parts[i].equals(step.word)) {
        throw BadPathException.invalid();
      }
    }
    if (missing) {
      throw BadPathException.missing();
    }
    if (length < steps.size()) {
      throw BadPathException.invalid();
    }
  }

  private static int number(String text, Step step) throws BadPathException {
    boolean plain =
        text.length() <= MAX_DIGITS
            && text.charAt(0) != '0'
            && text.chars().allMatch(c -> c >= '0' && c <= '9');
    int number = plain ? Integer.parseInt(text) : -1;
    if (number < step.min || number > step.max) {
      throw BadPathException.invalid();
    }
    return number;
  }
}
