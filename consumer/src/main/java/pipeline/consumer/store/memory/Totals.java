package pipeline.consumer.store.memory;

import java.util.List;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.function.BinaryOperator;
import java.util.function.ToLongFunction;
import pipeline.consumer.store.NamedCount;
import pipeline.wire.query.CounterUpdates;

/**
 * A workload's numbers: single numbers, rows of tables, and members of sets, which are rows whose
 * number is 1; each under one name. Thread-safe: all consumer threads add. Adding does not fail,
 * short of an {@link Error}, or of a number that cannot be loaded.
 */
final class Totals implements CounterUpdates {
  /**
   * The approximate bytes of a number beside its name: the number, the name's object, the map's
   * node.
   */
  private static final int NUMBER_BYTES = 120;

  private final BinaryOperator<String> rowName;
  private final GenerationCache<String, Total> totals;
  private final ChangeLog<Total> changes = new ChangeLog<>();

  /**
   * Totals that begin with the durable numbers.
   *
   * @param rowName see {@link Counting}
   * @param durable the number of a name, 0 if there is none
   */
  Totals(BinaryOperator<String> rowName, ToLongFunction<String> durable) {
    this.rowName = rowName;
    this.totals =
        new GenerationCache<>(
            name -> new Total(name, durable.applyAsLong(name)), total -> bytes(total.name));
  }

  /**
   * The approximate bytes of a number, with two for each character of its name, though many names
   * take one.
   */
  private static long bytes(String name) {
    return NUMBER_BYTES + 2L * name.length();
  }

  private static final class Total extends ChangeLog.Item {
    private static final AtomicLongFieldUpdater<Total> COUNT =
        AtomicLongFieldUpdater.newUpdater(Total.class, "count");

    private final String name;
    private volatile long count;

    Total(String name, long count) {
      this.name = name;
      this.count = count;
    }

    void add(long more) {
      COUNT.getAndAdd(this, more);
    }

    /** Sets the number to 1; true if it was 0. */
    boolean begin() {
      return count == 0 && COUNT.compareAndSet(this, 0, 1);
    }

    NamedCount snapshot() {
      return new NamedCount(name, count);
    }
  }

  @Override
  public void add(String number, long by) {
    increase(totals.get(number), by);
  }

  @Override
  public void add(String table, String row, long by) {
    increase(totals.get(rowName.apply(table, row)), by);
  }

  private void increase(Total total, long by) {
    total.add(by);
    changes.add(total);
  }

  @Override
  public void put(String set, String member) {
    Total total = totals.get(rowName.apply(set, member));
    if (total.begin()) {
      changes.add(total);
    }
  }

  /** The approximate bytes of the young numbers. */
  long weight() {
    return totals.weight();
  }

  /** The number of numbers that changed since the last drain. */
  long changes() {
    return changes.size();
  }

  /** The numbers that changed since the last drain; changes must be held off. */
  List<NamedCount> drainChanges() {
    return changes.drain().stream().map(Total::snapshot).toList();
  }

  /** Notes the last drain again, as it was not made durable. */
  void putBack() {
    changes.putBack();
  }

  /** Drops the numbers that were not touched lately, see {@link GenerationCache#endGeneration}. */
  void endGeneration() {
    totals.endGeneration();
  }
}
