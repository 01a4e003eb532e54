package pipeline.consumer.store.memory;

import java.util.NavigableSet;
import pipeline.wire.identity.RunId;

/**
 * A run's figures at one moment. Immutable.
 *
 * @param lines how many of its lines were counted
 * @param duplicates how many copies were suppressed
 * @param lastSeenMillis by the time of day
 * @param ends the numbers of lines with which it was closed; not to be changed
 */
public record RunRecord(
    RunId id, long lines, long duplicates, long lastSeenMillis, NavigableSet<Long> ends) {

  /**
   * The time from which the run's age counts: its start, or if its id does not tell, when last
   * seen.
   */
  public long ageMillis() {
    return id.isVersion7() ? id.startMillis() : lastSeenMillis;
  }
}
