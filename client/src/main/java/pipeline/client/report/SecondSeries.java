package pipeline.client.report;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import pipeline.client.load.Result;
import pipeline.client.load.StepListener;
import pipeline.client.load.StepPlan;
import pipeline.client.load.StepResult;
import pipeline.client.stats.LatencyRecorder;
import pipeline.client.stats.LatencyStats;

/**
 * A run's time series, about a kilobyte a second: each step is cut into seconds by the time at
 * which requests ended. A result can be handed over a little late, so a second is closed only when
 * the one after it is over; what comes later still counts for the oldest open one. Thread-safe.
 */
final class SecondSeries implements StepListener {
  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

  /**
   * The shortest rest of a step that counts as a second of its own; the rate of a shorter one would
   * be noise, so it belongs to the second before.
   */
  private static final long SHORTEST_NANOS = SECOND_NANOS / 4;

  /**
   * The requests that ended within one second of a step.
   *
   * @param step the step's number, from 0
   * @param startNanos when it began, on the run's monotonic clock
   * @param lengthNanos a second, or what was left of the step
   * @param warmUp whether it began in the warm-up
   * @param lines how many lines the successes carried
   * @param latency of the successes, as {@link ResultJson#latency} gives it
   */
  record Second(
      int step,
      long startNanos,
      long lengthNanos,
      boolean warmUp,
      long failures,
      long lines,
      JsonObject latency) {
    long successes() {
      return (long) latency.get("count");
    }
  }

  private final List<Second> seconds = new ArrayList<>();
  private int step = -1;
  private long startNanos;
  private long measuredFromNanos;
  private OpenSecond older;
  private OpenSecond newer;
  private long lastEndNanos;

  synchronized List<Second> seconds() {
    return List.copyOf(seconds);
  }

  @Override
  public synchronized void stepStarted(StepPlan plan, long stepStartNanos) {
    step++;
    startNanos = stepStartNanos;
    measuredFromNanos = plan.measuredFrom(startNanos);
    older = new OpenSecond(0);
    newer = new OpenSecond(1);
    lastEndNanos = startNanos;
  }

  @Override
  public synchronized void ended(Result result) {
    lastEndNanos = Math.max(lastEndNanos, result.endNanos());
    long index = (result.endNanos() - startNanos) / SECOND_NANOS;
    while (index > newer.index) {
      close(SECOND_NANOS, older);
      older = newer;
      newer = new OpenSecond(older.index + 1);
    }
    (index == newer.index ? newer : older).add(result);
  }

  @Override
  public synchronized void stepEnded(StepResult result) {
    long rest = lastEndNanos - startOf(newer);
    if (rest < SHORTEST_NANOS) {
      close(SECOND_NANOS + rest, older, newer);
    } else {
      close(SECOND_NANOS, older);
      close(rest, newer);
    }
  }

  private long startOf(OpenSecond second) {
    return startNanos + second.index * SECOND_NANOS;
  }

  /** Closes a second, or several as one, that begins with the first of them. */
  private void close(long lengthNanos, OpenSecond... parts) {
    if (lengthNanos <= 0) {
      return; // nothing was sent
    }
    long start = startOf(parts[0]);
    LatencyStats successes =
        LatencyStats.merge(Stream.of(parts).map(part -> part.successes.soFar()).toList());
    boolean warmUp = start - measuredFromNanos < 0;
    long failures = Stream.of(parts).mapToLong(part -> part.failures).sum();
    long lines = Stream.of(parts).mapToLong(part -> part.lines).sum();
    JsonObject latency = ResultJson.latency(successes);
    seconds.add(new Second(step, start, lengthNanos, warmUp, failures, lines, latency));
  }

  private static final class OpenSecond {
    final long index;
    final LatencyRecorder successes = new LatencyRecorder();
    long failures;
    long lines;

    OpenSecond(long index) {
      this.index = index;
    }

    void add(Result result) {
      if (result.outcome().isSuccess()) {
        successes.record(result.latencyNanos());
        lines += result.lines();
      } else {
        failures++;
      }
    }
  }
}
