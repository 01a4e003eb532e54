package pipeline.consumer.store.file;

import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import pipeline.wire.identity.RunId;

/** The figures of one run while its lines are counted. Thread-safe. */
final class RunState extends WorkingSet.Item {
  /** The approximate bytes of a run's state, with its place in a map. */
  private static final int BYTES = 320;

  private final RunId id;
  private final NavigableSet<Long> ends;
  private long lines;
  private long duplicates;

  RunState(RunRecord durable) {
    id = durable.id();
    ends = new TreeSet<>(durable.ends());
    lines = durable.lines();
    duplicates = durable.duplicates();
  }

  @Override
  long bytes() {
    return BYTES;
  }

  /** Whether the run is remembered: something of it was counted. */
  synchronized boolean isKnown() {
    return lines > 0 || duplicates > 0 || !ends.isEmpty();
  }

  /** Notes lines that were counted, and copies that were not. */
  synchronized void count(int newLines, int copies) {
    lines += newLines;
    duplicates += copies;
  }

  /** Notes that the client has closed the run with this number of lines. */
  synchronized void close(long numberOfLines) {
    ends.add(numberOfLines);
  }

  /** The run's figures, last seen at {@code nowMillis}, as the file has them. */
  synchronized Map.Entry<String, String> stored(long nowMillis) {
    return new RunRecord(id, lines, duplicates, nowMillis, ends).stored();
  }
}
