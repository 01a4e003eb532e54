package pipeline.consumer.store.memory;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import pipeline.consumer.store.StoreReader;
import pipeline.consumer.workload.WordCountHandler;
import pipeline.consumer.workload.WorkloadHandler;

/** Empty counts in memory for a test to fill, and any counts as a map to compare. */
public final class CountsFixture {
  private CountsFixture() {}

  public static InMemoryCounts<Map<String, Integer>> words() {
    return of(new WordCountHandler());
  }

  public static InMemoryCounts<Map<String, Integer>> words(LongSupplier clock) {
    return of(new WordCountHandler(), clock);
  }

  public static <P> InMemoryCounts<P> of(WorkloadHandler<P> handler) {
    return of(handler, System::currentTimeMillis);
  }

  private static <P> InMemoryCounts<P> of(WorkloadHandler<P> handler, LongSupplier clock) {
    return new InMemoryCounts<>(handler.newTotals(), handler::apply, new DedupIndex(clock), clock);
  }

  public static Map<String, Long> asMap(StoreReader reader) {
    Map<String, Long> counts = new TreeMap<>();
    reader.counts().forEach(count -> counts.put(count.name(), count.count()));
    return counts;
  }
}
