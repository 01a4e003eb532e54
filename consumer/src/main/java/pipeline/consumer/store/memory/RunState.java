package pipeline.consumer.store.memory;

import java.util.Collections;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.LongAdder;
import pipeline.wire.identity.RunId;

/** The figures of one run while its lines are counted. Thread-safe. */
final class RunState extends WorkingSet.Item {
  /** The approximate bytes of a run's state, with its place in a map. */
  static final int BYTES = 320;

  private final RunId id;
  private final LongAdder lines = new LongAdder();
  private final LongAdder duplicates = new LongAdder();

  /** The numbers of lines with which the run was closed; the set is replaced, never changed. */
  private volatile NavigableSet<Long> ends = Collections.emptyNavigableSet();

  /**
   * The state of a run.
   *
   * @param durable null if it is not remembered
   */
  RunState(RunId id, RunRecord durable) {
    this.id = id;
    if (durable != null) {
      lines.add(durable.lines());
      duplicates.add(durable.duplicates());
      ends = durable.ends();
    }
  }

  /** Whether the run is remembered: something of it was counted. */
  boolean isKnown() {
    return lines.sum() > 0 || duplicates.sum() > 0 || !ends.isEmpty();
  }

  /** Notes lines that were counted, and copies that were not. */
  void count(int newLines, int copies) {
    lines.add(newLines);
    duplicates.add(copies);
  }

  /** Notes that the client has closed the run with this number of lines. */
  synchronized void close(long numberOfLines) {
    NavigableSet<Long> more = new TreeSet<>(ends);
    more.add(numberOfLines);
    ends = Collections.unmodifiableNavigableSet(more);
  }

  /** The run's figures, last seen at {@code nowMillis}. */
  RunRecord record(long nowMillis) {
    return new RunRecord(id, lines.sum(), duplicates.sum(), nowMillis, ends);
  }
}
