package pipeline.server.workload;

import java.util.HashMap;
import java.util.Map;

/**
 * Words are what {@code line.split("\\s+")} leaves, without empty ones: blanks are the six ASCII
 * ones and nothing else, so a no-break space is part of a word. Pure.
 */
final class WordCounter {

  private WordCounter() {}

  /** Each word of the line with how often it stands there. */
  static Map<String, Integer> count(String line) {
    Map<String, Integer> words = new HashMap<>();
    int end = line.length();
    int at = 0;
    while (at < end) {
      while (at < end && isBlank(line.charAt(at))) {
        at++;
      }
      int start = at;
      while (at < end && !isBlank(line.charAt(at))) {
        at++;
      }
      if (start < at) {
        words.merge(line.substring(start, at), 1, Integer::sum);
      }
    }
    return words;
  }

  private static boolean isBlank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
  }
}
