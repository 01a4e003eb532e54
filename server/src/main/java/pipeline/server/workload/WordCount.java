package pipeline.server.workload;

import static pipeline.wire.codec.WordText.isBlank;

import java.util.HashMap;
import java.util.Map;
import pipeline.server.exchange.HttpError;

/**
 * The function {@code wordcount}: every word counts; the client is told the number of distinct
 * ones. The words are those of {@code line.split("\\s+")} that are not empty: blanks are the six
 * ASCII ones and nothing else, so a no-break space is part of a word.
 */
final class WordCount implements TextFunction {

  @Override
  public String name() {
    return "wordcount";
  }

  @Override
  public Map<String, Integer> words(String line) {
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

  /** Splits the bytes at blanks, which in UTF-8 are part of no other character. */
  @Override
  public void words(byte[] text, int from, int to, WordRange range) throws HttpError {
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

  @Override
  public int answer(Map<String, Integer> words) {
    return words.size();
  }
}
