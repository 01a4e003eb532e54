package pipeline.consumer.store.file;

import java.util.Arrays;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import pipeline.wire.identity.RunId;

/**
 * A run's figures at one moment. Immutable.
 *
 * @param lines how many of its lines were counted
 * @param duplicates how many copies were suppressed
 * @param lastSeenMillis by the time of day
 * @param ends the numbers of lines with which it was closed; not to be changed
 */
record RunRecord(
    RunId id, long lines, long duplicates, long lastSeenMillis, NavigableSet<Long> ends) {

  /** The place of the first end among a run's figures in the file. */
  private static final int ENDS_FROM = 3;

  /** The run of an entry of the file. */
  static RunRecord parse(Map.Entry<String, String> stored) {
    String[] numbers = stored.getValue().split(" ", -1);
    return new RunRecord(
        RunId.parse(stored.getKey()),
        Long.parseLong(numbers[0]),
        Long.parseLong(numbers[1]),
        Long.parseLong(numbers[2]),
        Arrays.stream(numbers)
            .skip(ENDS_FROM)
            .map(Long::valueOf)
            .collect(Collectors.toCollection(TreeSet::new)));
  }

  /** The digits of the run's id, and {@code LINES DUPLICATES LAST-SEEN} with the ends. */
  Map.Entry<String, String> stored() {
    StringBuilder figures = new StringBuilder(lines + " " + duplicates + " " + lastSeenMillis);
    ends.forEach(end -> figures.append(' ').append(end));
    return Map.entry(id.toString(), figures.toString());
  }

  /**
   * The time from which the run's age counts: its start, or if its id does not tell, when last
   * seen.
   */
  long ageMillis() {
    return id.isVersion7() ? id.startMillis() : lastSeenMillis;
  }
}
