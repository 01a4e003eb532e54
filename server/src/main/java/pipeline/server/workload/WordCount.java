package pipeline.server.workload;

import static pipeline.wire.codec.WordText.isBlank;

import java.util.Map;
import java.util.function.Consumer;

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
  public void words(String line, Consumer<String> words) {
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
        words.accept(line.substring(start, at));
      }
    }
  }

  @Override
  public int answer(Map<String, Integer> words) {
    return words.size();
  }
}
