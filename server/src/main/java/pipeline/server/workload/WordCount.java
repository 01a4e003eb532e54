package pipeline.server.workload;

import java.util.Map;
import pipeline.server.http.HttpError;

/** {@code wordcount}: every word counts; the client is told how many distinct ones there are. */
final class WordCount implements TextFunction {

  @Override
  public String name() {
    return "wordcount";
  }

  @Override
  public Map<String, Integer> words(String line) {
    return WordCounter.count(line);
  }

  @Override
  public void words(byte[] text, int from, int to, WordRange range) throws HttpError {
    WordCounter.count(text, from, to, range);
  }

  @Override
  public int answer(Map<String, Integer> words) {
    return words.size();
  }
}
