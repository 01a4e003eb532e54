package pipeline.consumer.workload;

import java.util.List;
import java.util.Map;
import pipeline.consumer.store.NamedCount;
import pipeline.wire.codec.PayloadFormat;
import pipeline.wire.codec.WordCountFormat;
import pipeline.wire.query.CounterUpdates;
import pipeline.wire.query.QueryHandler;
import pipeline.wire.query.StoreKeys;
import pipeline.wire.query.WordQueries;
import pipeline.wire.workload.Workload;

/** The workload {@code wordcount}: how often each word occurs. */
public class WordCountHandler implements WorkloadHandler<Map<String, Integer>> {
  @Override
  public Workload.Counter counter() {
    return Workload.Counter.WORDCOUNT;
  }

  @Override
  public PayloadFormat<Map<String, Integer>> format() {
    return new WordCountFormat();
  }

  @Override
  public void apply(Map<String, Integer> words, CounterUpdates updates) {
    words.forEach((word, count) -> updates.add(StoreKeys.WORDS, word, count));
  }

  @Override
  public QueryHandler reads() {
    return new WordQueries();
  }

  @Override
  public List<String> keyPatterns() {
    return List.of(StoreKeys.WORDS);
  }

  @Override
  public String rowName(String table, String word) {
    return word;
  }

  @Override
  public String unit() {
    return "lines";
  }

  @Override
  public List<String> figures() {
    return List.of("words", "distinct");
  }

  @Override
  public void addUp(NamedCount count, Tally.Sums sums) {
    sums.add("words", count.count());
    sums.add("distinct", 1);
  }

  @Override
  public boolean isRanked() {
    return true;
  }
}
