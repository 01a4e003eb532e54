package pipeline.client.load;

import java.time.Duration;
import java.util.List;

/**
 * What one step of a run does, decided before anything is sent.
 *
 * @param label what tells it from the other steps, such as {@code 32 threads}
 * @param threads how many send at once, after the lead-in
 * @param leadIn what runs before them: the next phase, and after the last one {@code threads},
 *     start as soon as one thread of a phase has ended
 * @param rate requests a second in the open model; 0 in the closed one
 * @param requests how many requests are sent at most; {@link #UNLIMITED} if only time ends the step
 * @param duration for how long requests are sent at most; {@link #ENDLESS} if only the input ends
 *     it
 * @param warmUp how long after its start the measured part begins
 * @param pauseAfter whether the consumer is given time to catch up after it
 */
public record StepPlan(
    String label,
    int threads,
    List<Phase> leadIn,
    double rate,
    long requests,
    Duration duration,
    Duration warmUp,
    boolean pauseAfter) {
  public static final long UNLIMITED = Long.MAX_VALUE;
  public static final Duration ENDLESS = Duration.ofNanos(Long.MAX_VALUE);

  private static final double NANOS_PER_SECOND = 1e9;

  public boolean isOpen() {
    return rate > 0;
  }

  /** How many requests will be sent if all goes well; {@link #UNLIMITED} if nobody can tell. */
  public long expectedRequests() {
    if (!isOpen() || duration.equals(ENDLESS)) {
      return requests;
    }
    return Math.min(requests, (long) Math.ceil(rate * duration.toNanos() / NANOS_PER_SECOND));
  }
}
