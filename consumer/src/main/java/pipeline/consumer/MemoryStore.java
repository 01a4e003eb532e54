package pipeline.consumer;

import java.util.List;
import java.util.Map;
import pipeline.wire.Entry;

/** Counts in memory only: as exact as the others until the process dies, which forgets them. */
final class MemoryStore implements Store<Map<String, Integer>> {
  private final Tally tally;

  MemoryStore(Tally tally) {
    this.tally = tally;
  }

  @Override
  public int add(List<Entry<Map<String, Integer>>> entries) throws QuotaExceededException {
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
