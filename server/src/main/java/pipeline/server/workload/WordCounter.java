package pipeline.server.workload;

import java.util.HashMap;
import java.util.Map;
import pipeline.server.http.HttpError;

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

  /**
   * Adds the same words of {@code text[from..to)}, a line in UTF-8, to {@code range}; in UTF-8 the
   * bytes of blanks are part of no other character.
   *
   * @throws HttpError 400 if it is not well-formed
   */
  static void count(byte[] text, int from, int to, WordRange range) throws HttpError {
    int at = from;
    while (at < to) {
      while (at < to && isBlank(text[at])) {
        at++;
      }
      int start = at;
      long hash = WordRange.NO_BYTES;
      while (at < to && !isBlank(text[at])) {
        hash = WordRange.hash(hash, text[at]);
        at++;
      }
      if (start < at) {
        range.add(text, start, at, hash);
      }
    }
  }

  private static boolean isBlank(int c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
  }
}
