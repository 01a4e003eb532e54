package pipeline.consumer.store.memory;

import java.util.Collections;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.LongAdder;
import pipeline.wire.identity.RunId;

/** The figures of one run while its lines are counted. Thread-safe. */
final class RunState extends ChangeLog.Item {
  /** About what one takes, with its place in a map. */
  static final int BYTES = 320;

  private final RunId id;
  private final LongAdder lines = new LongAdder();
  private final LongAdder duplicates = new LongAdder();

  /** Replaced, never changed. */
  private volatile NavigableSet<Long> ends = Collections.emptyNavigableSet();

  private volatile boolean known;

  /**
   * The state of a run.
   *
   * @param durable null if it is not remembered
   */
  RunState(RunId id, RunRecord durable) {
    this.id = id;
    if (durable != null) {
      known = true;
      lines.add(durable.lines());
      duplicates.add(durable.duplicates());
      ends = durable.ends();
    }
  }

  /** Whether it is remembered: it is durable, or something of it was counted. */
  boolean isKnown() {
    return known;
  }

  /** Notes lines that were counted, and copies that were not. */
  void count(int newLines, int copies) {
    known = true;
    lines.add(newLines);
    duplicates.add(copies);
  }

  /** Notes that the client says the run has so many lines. */
  synchronized void close(long numberOfLines) {
    known = true;
    NavigableSet<Long> more = new TreeSet<>(ends);
    more.add(numberOfLines);
    ends = Collections.unmodifiableNavigableSet(more);
  }

  RunId id() {
    return id;
  }

  /** Its figures, as seen now. */
  RunRecord record(long nowMillis) {
    return new RunRecord(id, lines.sum(), duplicates.sum(), nowMillis, ends);
  }
}
