package pipeline.consumer.store.memory;

import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import pipeline.consumer.store.NamedCount;
import pipeline.wire.query.CounterQueries;
import pipeline.wire.query.CounterUpdates;

/**
 * A workload's numbers in memory, changed by all consumer threads at once and read while they
 * change. What was parsed before cannot fail here short of an {@link Error}. Thread-safe.
 */
public abstract class Totals implements CounterUpdates, CounterQueries {
  private final ChangeLog<Total> changes = new ChangeLog<>();

  /** Every number. */
  abstract Stream<Total> all();

  /** The number of that name, which comes into being if it is new. */
  abstract Total total(String name);

  /** Adds to a number and notes that it has changed. */
  final void increase(Total total, long by) {
    total.add(by);
    changes.add(total);
  }

  /** Takes over a number that is durable already, before any change. */
  public final void restore(String name, long count) {
    total(name).add(count);
  }

  /** The numbers that changed since the last drain; changes must be held off. */
  final List<NamedCount> drainChanges() {
    return changes.drain().stream().map(Total::snapshot).toList();
  }

  /** Every number; exact only while changes are held off. */
  final Collection<NamedCount> snapshot() {
    return all().map(Total::snapshot).toList();
  }
}
