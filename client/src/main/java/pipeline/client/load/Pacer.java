package pipeline.client.load;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * When each send of an even rate is due, whatever became of those before it.
 *
 * @param perSecond above 0, fractions allowed
 * @param duration the part of the schedule that is kept to; what would be due later is not
 */
record Pacer(double perSecond, Duration duration) {
  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * When the next send is due.
   *
   * @param sent how many were due before it
   * @return nanoseconds since the start; empty when the schedule is over
   */
  OptionalLong dueNanos(long sent) {
    long due = (long) (sent * NANOS_PER_SECOND / perSecond);
    return due < duration.toNanos() ? OptionalLong.of(due) : OptionalLong.empty();
  }

  /** The first send that is due at that moment or later. */
  long firstAfter(long nanos) {
    return (long) Math.ceil(nanos * perSecond / NANOS_PER_SECOND);
  }
}
