package pipeline.consumer.store.file;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.function.BinaryOperator;
import pipeline.wire.query.CounterUpdates;

/**
 * A workload's numbers: single numbers, rows of tables, and members of sets, which are rows whose
 * number is 1; each under one name. Thread-safe: all consumer threads add. Adding does not fail,
 * short of an {@link Error}, or of a number that cannot be loaded.
 *
 * @param rowName see {@link pipeline.consumer.store.Counting}
 */
record Totals(BinaryOperator<String> rowName, WorkingSet<String, Totals.Total> totals)
    implements CounterUpdates {

  /** A number. Thread-safe. */
  static final class Total extends WorkingSet.Item {
    /**
     * The approximate bytes of a number beside its name: the number, the name's object, the map's
     * node.
     */
    private static final int BYTES = 120;

    private static final AtomicLongFieldUpdater<Total> COUNT =
        AtomicLongFieldUpdater.newUpdater(Total.class, "count");

    private final String name;
    private volatile long count;

    Total(String name, long count) {
      this.name = name;
      this.count = count;
    }

    /**
     * The approximate bytes of a number, with two for each character of its name, though many names
     * take one.
     */
    @Override
    long bytes() {
      return BYTES + 2L * name.length();
    }

    Map.Entry<String, Long> stored() {
      return Map.entry(name, count);
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
    Total.COUNT.getAndAdd(total, by);
    totals.changed(total);
  }

  @Override
  public void put(String set, String member) {
    Total total = totals.get(rowName.apply(set, member));
    if (total.count == 0 && Total.COUNT.compareAndSet(total, 0, 1)) {
      totals.changed(total);
    }
  }
}
