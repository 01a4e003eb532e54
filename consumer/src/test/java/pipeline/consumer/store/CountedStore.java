package pipeline.consumer.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import pipeline.consumer.store.file.FileLimits;
import pipeline.consumer.store.file.FileStore;
import pipeline.consumer.workload.WordCountHandler;
import pipeline.consumer.workload.WorkloadHandler;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.query.CounterQueries;
import pipeline.wire.query.CountsUnavailableException;

/** Counts in memory for a test to fill, and methods that give any counts as a map or list. */
public class CountedStore<P> implements Store<P>, StoreReader {
  private static final long CACHE_BYTES = 1 << 20;

  private final FileStore<P> store;
  private final StoreReader reader;
  private volatile boolean isAway;

  /** Empty counts of a workload. */
  public CountedStore(WorkloadHandler<P> handler) {
    this(handler, System::currentTimeMillis);
  }

  private CountedStore(WorkloadHandler<P> handler, LongSupplier clock) {
    store = FileStore.inMemory(handler, FileLimits.of(CACHE_BYTES, clock));
    reader = store.reader();
  }

  public static CountedStore<Map<String, Integer>> words() {
    return new CountedStore<>(new WordCountHandler());
  }

  public static CountedStore<Map<String, Integer>> words(LongSupplier clock) {
    return new CountedStore<>(new WordCountHandler(), clock);
  }

  @Override
  public Added<P> add(List<Entry<P>> entries, List<RunEnd> ends) {
    return store.add(entries, ends);
  }

  @Override
  public void commit() throws IOException {
    store.commit();
  }

  @Override
  public long nowMillis() {
    return store.nowMillis();
  }

  @Override
  public void forget(long startedBeforeMillis) {
    try {
      store.forget(startedBeforeMillis);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public Optional<Room> room() {
    return store.room();
  }

  @Override
  public void close() {
    store.close();
  }

  /** Makes the counts unreadable from now on. */
  public void goAway() {
    isAway = true;
  }

  private StoreReader readable() {
    if (isAway) {
      throw new CountsUnavailableException("away", null);
    }
    return reader;
  }

  @Override
  public long lines() {
    return readable().lines();
  }

  @Override
  public void forEachCount(Consumer<NamedCount> each) {
    readable().forEachCount(each);
  }

  @Override
  public void forEachRun(Consumer<RunFigures> each) {
    readable().forEachRun(each);
  }

  @Override
  public RunTotals runTotals(int recent) {
    return readable().runTotals(recent);
  }

  @Override
  public CounterQueries queries() {
    return readable().queries();
  }

  /** All runs, by id. */
  public List<RunFigures> runs() {
    return runs(this);
  }

  /** All runs of any store. */
  public static List<RunFigures> runs(StoreReader reader) {
    List<RunFigures> runs = new ArrayList<>();
    reader.forEachRun(runs::add);
    return runs;
  }

  /** All counts of any store. */
  public static Map<String, Long> asMap(StoreReader reader) {
    Map<String, Long> counts = new TreeMap<>();
    reader.forEachCount(count -> counts.put(count.name(), count.count()));
    return counts;
  }

  /** The sum of all counts of a store. */
  public static long sum(StoreReader reader) {
    return asMap(reader).values().stream().mapToLong(n -> n).sum();
  }
}
