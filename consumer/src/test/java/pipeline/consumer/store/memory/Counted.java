package pipeline.consumer.store.memory;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import pipeline.consumer.workload.WordCountHandler;

/** Counts to test with, and what they hold. */
public final class Counted {
  private Counted() {}

  public static InMemoryCounts<Map<String, Integer>> empty() {
    return withMaxRuns(1_000);
  }

  static InMemoryCounts<Map<String, Integer>> withMaxRuns(int maxRuns) {
    WordCountHandler words = new WordCountHandler();
    return new InMemoryCounts<>(
        words.newTotals(),
        words::apply,
        new DedupIndex(maxRuns, Duration.ofDays(30), System::currentTimeMillis));
  }

  public static Map<String, Long> counts(InMemoryCounts<?> tally) {
    Map<String, Long> counts = new TreeMap<>();
    tally.counts().forEach(count -> counts.put(count.name(), count.count()));
    return counts;
  }
}
