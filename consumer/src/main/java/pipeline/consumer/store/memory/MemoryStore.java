package pipeline.consumer.store.memory;

import java.util.List;
import pipeline.consumer.store.QuotaExceededException;
import pipeline.consumer.store.Store;
import pipeline.wire.codec.Entry;

/**
 * Counts in memory only: as exact as the others until the process dies, which forgets them.
 *
 * @param <P> the payload of an entry
 */
public final class MemoryStore<P> implements Store<P> {
  private final InMemoryCounts<P> tally;

  public MemoryStore(InMemoryCounts<P> tally) {
    this.tally = tally;
  }

  @Override
  public int add(List<Entry<P>> entries) throws QuotaExceededException {
    return tally.add(entries);
  }

  /** Nothing to write; the cut is made for its housekeeping: noted changes and old runs go. */
  @Override
  public void commit() {
    tally.cut();
  }

  @Override
  public void close() {
    // nothing is held
  }
}
