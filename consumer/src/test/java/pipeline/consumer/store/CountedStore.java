package pipeline.consumer.store;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import pipeline.consumer.store.file.FileLimits;
import pipeline.consumer.store.file.FileStore;
import pipeline.consumer.workload.WordCountHandler;

/**
 * Counts of words in memory for a test to fill, threads that use a store, and what any counts are
 * as a map or list.
 */
public final class CountedStore {
  private static final long CACHE_BYTES = 1 << 20;

  private CountedStore() {}

  public static FileStore<Map<String, Integer>> words() {
    return words(System::currentTimeMillis);
  }

  public static FileStore<Map<String, Integer>> words(LongSupplier clock) {
    return FileStore.inMemory(new WordCountHandler(), FileLimits.of(CACHE_BYTES, clock));
  }

  /** Runs each task on a thread of its own, and returns when all have ended well. */
  public static void runAtOnce(List<Callable<Void>> tasks) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
    try {
      for (Future<Void> task : threads.invokeAll(tasks, 5, TimeUnit.MINUTES)) {
        task.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** All runs, by id. */
  public static List<RunFigures> runs(StoreReader reader) {
    List<RunFigures> runs = new ArrayList<>();
    reader.forEachRun(runs::add);
    return runs;
  }

  /** All counts, in the order in which they are read. */
  public static Map<String, Long> asMap(StoreReader reader) {
    Map<String, Long> counts = new LinkedHashMap<>();
    reader.forEachCount(count -> counts.put(count.name(), count.count()));
    return counts;
  }
}
