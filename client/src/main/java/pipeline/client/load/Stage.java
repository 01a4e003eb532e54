package pipeline.client.load;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * A part of a run with one rate, at which sends are due whatever became of those before.
 *
 * @param rate requests a second in the open model, fractions allowed; 0 in the closed one
 * @param duration for how long requests are sent at most; {@link #ENDLESS} if only the input ends
 *     it
 */
public record Stage(double rate, Duration duration) {
  public static final Duration ENDLESS = Duration.ofNanos(Long.MAX_VALUE);

  /** The closed model without a time limit: requests follow the answers until the input ends. */
  static final Stage WHOLE_INPUT = new Stage(0, ENDLESS);

  public boolean isOpen() {
    return rate > 0;
  }

  public boolean isTimed() {
    return !duration.equals(ENDLESS);
  }

  /**
   * The time at which the next send of the open model is due.
   *
   * @param sent how many were due before it
   * @return nanoseconds since the start; empty when the stage is over
   */
  OptionalLong dueNanos(long sent) {
    long due = (long) (sent * 1e9 / rate);
    return due < duration.toNanos() ? OptionalLong.of(due) : OptionalLong.empty();
  }

  /** The number of the first send that is due at that moment or later. */
  long firstAfter(long nanos) {
    return (long) Math.ceil(nanos * rate / 1e9);
  }
}
