package pipeline.consumer.store.file;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.h2.mvstore.MVStoreException;
import pipeline.consumer.store.Highest;
import pipeline.consumer.store.NamedCount;
import pipeline.consumer.store.RunFigures;
import pipeline.consumer.store.RunTotals;
import pipeline.consumer.store.StoreReader;
import pipeline.wire.query.CounterQueries;
import pipeline.wire.query.CountsUnavailableException;

/**
 * Reads the counts of the last commit of a {@link FileStore}. Thread-safe.
 *
 * @param snapshots asked each time for one, which is closed then
 * @param rowName see {@link pipeline.consumer.store.Counting}
 */
record FileReader(Supplier<StateSnapshot> snapshots, BinaryOperator<String> rowName)
    implements StoreReader, CounterQueries {
  private static final Comparator<RunState> SEEN_LAST =
      Comparator.comparingLong(RunState::lastSeenMillis).reversed();

  /** Reads from a snapshot; a failed write may close the file meanwhile. */
  private <T> T read(Function<StateSnapshot, T> reading) {
    try (StateSnapshot snapshot = snapshots.get()) {
      return reading.apply(snapshot);
    } catch (MVStoreException e) {
      throw new CountsUnavailableException(
          "the state file cannot be read: " + VersionedMaps.firstLine(e), e);
    }
  }

  @Override
  public long lines() {
    return read(StateSnapshot::lines);
  }

  @Override
  public void forEachCount(Consumer<NamedCount> each) {
    forEach(
        snapshot ->
            StateSnapshot.entries(snapshot.counts(), "")
                .map(count -> new NamedCount(count.getKey(), count.getValue())),
        each);
  }

  @Override
  public void forEachRun(Consumer<RunFigures> each) {
    forEach(snapshot -> snapshot.runStates().map(run -> figures(snapshot, run)), each);
  }

  private <T> void forEach(Function<StateSnapshot, Stream<T>> items, Consumer<T> each) {
    this.<Void>read(
        snapshot -> {
          items.apply(snapshot).forEach(each);
          return null;
        });
  }

  /** The figures of a run, computed from the identities themselves. */
  private static RunFigures figures(StateSnapshot snapshot, RunState run) {
    RunFigures.Scan scan = new RunFigures.Scan(run.id(), run.ends(), run.duplicates());
    StateSnapshot.entries(snapshot.chunks(), run.id().toString())
        .forEach(chunk -> scan.add(StateSnapshot.seqs(chunk.getValue())));
    return scan.figures();
  }

  @Override
  public RunTotals runTotals(int recent) {
    return read(
        snapshot -> {
          Highest<RunState> last = new Highest<>(recent, SEEN_LAST);
          long duplicates =
              snapshot.runStates().peek(last::add).mapToLong(RunState::duplicates).sum();
          List<RunFigures> figures =
              last.list().stream().map(run -> figures(snapshot, run)).toList();
          return new RunTotals(snapshot.lines(), snapshot.runs().sizeAsLong(), duplicates, figures);
        });
  }

  @Override
  public CounterQueries queries() {
    return this;
  }

  @Override
  public long number(String number) {
    return read(snapshot -> snapshot.count(number));
  }

  @Override
  public long number(String table, String row) {
    return number(rowName.apply(table, row));
  }

  @Override
  public Map<String, Long> rows(String table) {
    return rows(table, Integer.MAX_VALUE);
  }

  private Map<String, Long> rows(String table, int limit) {
    String prefix = rowName.apply(table, "");
    Map<String, Long> rows = new LinkedHashMap<>();
    return read(
        snapshot -> {
          StateSnapshot.entries(snapshot.counts(), prefix)
              .limit(limit)
              .forEach(row -> rows.put(row.getKey().substring(prefix.length()), row.getValue()));
          return rows;
        });
  }

  @Override
  public long rowCount(String table) {
    String prefix = rowName.apply(table, "");
    return read(snapshot -> StateSnapshot.entries(snapshot.counts(), prefix).count());
  }

  @Override
  public boolean contains(String set, String member) {
    return number(set, member) > 0;
  }

  @Override
  public List<String> members(String set, int limit) {
    return List.copyOf(rows(set, limit).keySet());
  }
}
