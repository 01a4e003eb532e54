package pipeline.consumer.store.file;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.commons.lang3.function.FailableConsumer;
import org.h2.mvstore.MVStoreException;
import pipeline.consumer.store.NamedCount;
import pipeline.consumer.store.RunFigures;
import pipeline.consumer.store.RunTotals;
import pipeline.consumer.store.StoreReader;
import pipeline.wire.query.CounterQueries;
import pipeline.wire.query.CountsUnavailableException;

/** Reads the counts of the last commit of a {@link FileStore}. Thread-safe. */
final class FileReader implements StoreReader, CounterQueries {
  private final Supplier<StateSnapshot> snapshots;
  private final BinaryOperator<String> rowName;

  /**
   * A reader that asks for a snapshot each time, and closes it.
   *
   * @param rowName see {@link pipeline.consumer.store.memory.Counting}
   */
  FileReader(Supplier<StateSnapshot> snapshots, BinaryOperator<String> rowName) {
    this.snapshots = snapshots;
    this.rowName = rowName;
  }

  private interface Reading<T, E extends Exception> {
    T of(StateSnapshot snapshot) throws E;
  }

  /** Reads from a snapshot; a failed write may close the file meanwhile. */
  private <T, E extends Exception> T read(Reading<T, E> reading) throws E {
    try (StateSnapshot snapshot = snapshots.get()) {
      return reading.of(snapshot);
    } catch (MVStoreException e) {
      throw new CountsUnavailableException(
          "the state file cannot be read: " + VersionedMaps.firstLine(e), e);
    }
  }

  private <T> T ask(Function<StateSnapshot, T> question) {
    return this.<T, RuntimeException>read(question::apply);
  }

  @Override
  public long lines() {
    return ask(StateSnapshot::lines);
  }

  @Override
  public <E extends Exception> void forEachCount(FailableConsumer<NamedCount, E> each) throws E {
    this.<Void, E>read(
        snapshot -> {
          snapshot.forEachCount("", each);
          return null;
        });
  }

  @Override
  public boolean isInProcess() {
    return true;
  }

  @Override
  public <E extends Exception> void forEachRun(FailableConsumer<RunFigures, E> each) throws E {
    this.<Void, E>read(
        snapshot -> {
          snapshot.forEachRun(each);
          return null;
        });
  }

  @Override
  public RunTotals runTotals(int recent) {
    return ask(snapshot -> snapshot.runTotals(recent));
  }

  @Override
  public CounterQueries queries() {
    return this;
  }

  @Override
  public long number(String number) {
    return ask(snapshot -> snapshot.count(number));
  }

  @Override
  public long number(String table, String row) {
    return number(rowName.apply(table, row));
  }

  @Override
  public Map<String, Long> rows(String table) {
    String prefix = rowName.apply(table, "");
    Map<String, Long> rows = new HashMap<>();
    ask(
        snapshot -> {
          snapshot.forEachCount(
              prefix, count -> rows.put(count.name().substring(prefix.length()), count.count()));
          return null;
        });
    return rows;
  }

  @Override
  public long rowCount(String table) {
    return ask(snapshot -> snapshot.countNames(rowName.apply(table, "")));
  }

  @Override
  public boolean contains(String set, String member) {
    return ask(snapshot -> snapshot.contains(rowName.apply(set, member)));
  }

  @Override
  public List<String> members(String set, int limit) {
    String prefix = rowName.apply(set, "");
    return ask(
        snapshot ->
            snapshot.names(prefix, limit).stream()
                .map(name -> name.substring(prefix.length()))
                .toList());
  }
}
