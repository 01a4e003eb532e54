package pipeline.consumer.workload;

import java.util.List;
import java.util.Map;
import pipeline.consumer.store.NamedCount;
import pipeline.wire.codec.WordCountFormat;
import pipeline.wire.query.CounterUpdates;
import pipeline.wire.query.StoreKeys;
import pipeline.wire.query.WordQueries;
import pipeline.wire.workload.Workload;

/** The workload {@code wordcount}: how often each word occurs. */
public final class WordCountHandler extends WorkloadHandler<Map<String, Integer>> {
  public WordCountHandler() {
    super(
        Workload.Counter.WORDCOUNT,
        new WordCountFormat(),
        new WordQueries(),
        List.of(StoreKeys.WORDS),
        "lines",
        List.of("words", "distinct"));
  }

  @Override
  public void apply(Map<String, Integer> words, CounterUpdates updates) {
    words.forEach((word, count) -> updates.add(StoreKeys.WORDS, word, count));
  }

  @Override
  public String rowName(String table, String word) {
    return word;
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
