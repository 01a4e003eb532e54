package pipeline.consumer.store.file;

import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import pipeline.wire.identity.RunId;

/**
 * The figures of one run, as the file has them or while its lines are counted: {@code LINES
 * DUPLICATES LAST-SEEN} and the numbers of lines with which it was closed. Thread-safe.
 */
final class RunState extends WorkingSet.Item {
  /** The figures of a run that is not remembered. */
  static final String UNKNOWN = "0 0 0";

  /** The approximate bytes of a run's state, with its place in a map. */
  private static final int BYTES = 320;

  private final RunId id;
  private final long lastSeenMillis;
  private final NavigableSet<Long> ends = new TreeSet<>();
  private long lines;
  private long duplicates;

  /** The run of an entry of the file, under the digits of its id. */
  RunState(Map.Entry<String, String> stored) {
    id = RunId.parse(stored.getKey());
    String[] numbers = stored.getValue().split(" ", -1);
    lines = Long.parseLong(numbers[0]);
    duplicates = Long.parseLong(numbers[1]);
    lastSeenMillis = Long.parseLong(numbers[2]);
    for (int i = 3; i < numbers.length; i++) {
      ends.add(Long.valueOf(numbers[i]));
    }
  }

  @Override
  long bytes() {
    return BYTES;
  }

  RunId id() {
    return id;
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

  synchronized long duplicates() {
    return duplicates;
  }

  /** The numbers of lines with which the run was closed; a new set. */
  synchronized NavigableSet<Long> ends() {
    return new TreeSet<>(ends);
  }

  /** The time of day at which the run was seen before the file was written. */
  long lastSeenMillis() {
    return lastSeenMillis;
  }

  /**
   * The time from which the run's age counts: its start, or if its id does not tell, when last
   * seen.
   */
  long ageMillis() {
    return id.isVersion7() ? id.startMillis() : lastSeenMillis;
  }

  /** The entry of the file for the run, last seen at {@code nowMillis}. */
  synchronized Map.Entry<String, String> stored(long nowMillis) {
    StringBuilder figures = new StringBuilder(lines + " " + duplicates + " " + nowMillis);
    ends.forEach(end -> figures.append(' ').append(end));
    return Map.entry(id.toString(), figures.toString());
  }
}
