package pipeline.consumer.store.memory;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import pipeline.consumer.store.Limits;
import pipeline.consumer.store.StoreReader;
import pipeline.consumer.workload.WordCountHandler;
import pipeline.consumer.workload.WorkloadHandler;

/** Empty counts in memory for a test to fill, and any counts as a map to compare. */
public final class CountsFixture {
  private static final int MAX_RUNS = 1_000;

  /** More memory than a test needs. */
  private static final long ROOM = 1L << 30;

  private CountsFixture() {}

  public static InMemoryCounts<Map<String, Integer>> words() {
    return words(MAX_RUNS);
  }

  public static InMemoryCounts<Map<String, Integer>> words(int maxRuns) {
    return of(new WordCountHandler(), maxRuns);
  }

  public static <P> InMemoryCounts<P> of(WorkloadHandler<P> handler) {
    return of(handler, MAX_RUNS);
  }

  private static <P> InMemoryCounts<P> of(WorkloadHandler<P> handler, int maxRuns) {
    return of(handler, new Limits(maxRuns, ROOM, ROOM, Duration.ofDays(30)));
  }

  public static <P> InMemoryCounts<P> of(WorkloadHandler<P> handler, Limits limits) {
    return new InMemoryCounts<>(
        handler.newTotals(),
        handler::apply,
        new DedupIndex(limits, System::currentTimeMillis, System::currentTimeMillis),
        limits.wordBytes());
  }

  public static Map<String, Long> asMap(StoreReader reader) {
    Map<String, Long> counts = new TreeMap<>();
    reader.counts().forEach(count -> counts.put(count.name(), count.count()));
    return counts;
  }
}
