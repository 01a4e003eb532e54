package pipeline.client.load;

import java.util.Optional;
import java.util.OptionalDouble;
import pipeline.client.stats.StepStats;

/**
 * The results of a step.
 *
 * @param startNanos when it began, on the run's monotonic clock
 * @param stats the measured part: what was due (in the closed model: what started) after the
 *     warm-up
 * @param warmUpRequests how many ended requests belong to the warm-up and so are not in stats
 * @param warmUpFailures how many of those were given up
 * @param linesSent how many lines the requests carried that were sent to their end, those of the
 *     warm-up and the failures included
 * @param late how many requests of the open model had to wait for a free sender; always 0 in the
 *     closed one, as the next
 * @param dropped how many were due but never sent, since no sender became free in time
 * @param gets the reads beside the load; empty without {@code --gets}
 * @param drainSeconds from the step's end until the queue was known to be empty; empty if nobody
 *     looked, or it was not in time
 */
public record StepResult(
    StepPlan plan,
    long startNanos,
    StepStats stats,
    long warmUpRequests,
    long warmUpFailures,
    long linesSent,
    long late,
    long dropped,
    Optional<StepStats> gets,
    OptionalDouble drainSeconds) {

  public long failed() {
    return warmUpFailures + stats.failures();
  }
}
