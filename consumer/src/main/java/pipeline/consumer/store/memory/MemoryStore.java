package pipeline.consumer.store.memory;

import java.util.List;
import java.util.function.Consumer;
import pipeline.consumer.store.Added;
import pipeline.consumer.store.BudgetUse;
import pipeline.consumer.store.Store;
import pipeline.wire.codec.Entry;

/**
 * Counts in memory only: exact, but lost when the process ends.
 *
 * @param <P> the payload of an entry
 */
public final class MemoryStore<P> implements Store<P> {
  private final InMemoryCounts<P> counts;

  public MemoryStore(InMemoryCounts<P> counts) {
    this.counts = counts;
  }

  @Override
  public Added<P> add(List<Entry<P>> entries, Consumer<Added<P>> later) {
    return counts.add(entries);
  }

  /** Writes nothing; the checkpoint clears the noted changes and expires old runs. */
  @Override
  public void commit() {
    counts.checkpoint();
  }

  @Override
  public List<BudgetUse> budgets() {
    return counts.budgets();
  }

  @Override
  public void close() {
    // there is nothing to release
  }
}
