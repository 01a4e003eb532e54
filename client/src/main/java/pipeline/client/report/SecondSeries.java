package pipeline.client.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import pipeline.client.load.Result;
import pipeline.client.load.StepListener;
import pipeline.client.load.StepPlan;
import pipeline.client.load.StepResult;
import pipeline.client.stats.LatencyStats;
import pipeline.client.stats.LatencySummary;

/**
 * A run's time series, about 150 bytes a second: each step is cut into seconds by the time at which
 * requests ended. A result can be handed over a little late, so a second is closed only when the
 * one after it is over; what comes later still counts for the oldest open one. Used by one thread;
 * read it when that has ended.
 */
final class SecondSeries implements StepListener {
  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

  /**
   * The shortest rest of a step that counts as a second of its own; the rate of a shorter one would
   * be noise, so it belongs to the second before.
   */
  private static final long SHORTEST_NANOS = SECOND_NANOS / 4;

  private final List<Second> seconds = new ArrayList<>();
  private final Optional<IntervalLog> log;
  private int step = -1;
  private long startNanos;
  private long measuredFromNanos;
  private OpenSecond older;
  private OpenSecond newer;
  private long lastEndNanos;

  /**
   * @param log told of every second too
   */
  SecondSeries(Optional<IntervalLog> log) {
    this.log = log;
  }

  List<Second> seconds() {
    return List.copyOf(seconds);
  }

  @Override
  public void stepStarted(StepPlan plan, long stepStartNanos) {
    step++;
    startNanos = stepStartNanos;
    measuredFromNanos = plan.measuredFrom(startNanos);
    older = new OpenSecond(0);
    newer = new OpenSecond(1);
    lastEndNanos = startNanos;
  }

  @Override
  public void ended(Result result) {
    lastEndNanos = Math.max(lastEndNanos, result.endNanos());
    long index = (result.endNanos() - startNanos) / SECOND_NANOS;
    while (index > newer.index) {
      close(older, SECOND_NANOS);
      older = newer;
      newer = new OpenSecond(older.index + 1);
    }
    (index == newer.index ? newer : older).add(result);
  }

  @Override
  public void stepEnded(StepResult result) {
    long newerLength = lastEndNanos - startOf(newer);
    if (newerLength >= SHORTEST_NANOS) {
      close(older, SECOND_NANOS);
      close(newer, newerLength);
    } else {
      older.add(newer);
      close(older, lastEndNanos - startOf(older));
    }
  }

  private long startOf(OpenSecond second) {
    return startNanos + second.index * SECOND_NANOS;
  }

  private void close(OpenSecond open, long lengthNanos) {
    if (lengthNanos <= 0) {
      return; // nothing was sent
    }
    long start = startOf(open);
    boolean warmUp = start - measuredFromNanos < 0;
    LatencySummary latency = open.latency();
    Second second =
        new Second(step, start, lengthNanos, warmUp, open.failures, open.lines, latency);
    seconds.add(second);
    log.ifPresent(file -> file.second(second, open.nanos));
  }

  @Override
  public String toString() {
    return "the series of seconds";
  }

  private static final class OpenSecond {
    final long index;
    final Histogram nanos = new Histogram(LatencyStats.SIGNIFICANT_DIGITS);
    long sumNanos;
    long minNanos = Long.MAX_VALUE;
    long maxNanos;
    long failures;
    long lines;

    OpenSecond(long index) {
      this.index = index;
    }

    void add(Result result) {
      if (result.outcome().isSuccess()) {
        long latency = result.latencyNanos();
        nanos.recordValue(latency);
        sumNanos += latency;
        minNanos = Math.min(minNanos, latency);
        maxNanos = Math.max(maxNanos, latency);
        lines += result.lines();
      } else {
        failures++;
      }
    }

    void add(OpenSecond other) {
      nanos.add(other.nanos);
      sumNanos += other.sumNanos;
      minNanos = Math.min(minNanos, other.minNanos);
      maxNanos = Math.max(maxNanos, other.maxNanos);
      failures += other.failures;
      lines += other.lines;
    }

    LatencySummary latency() {
      return LatencySummary.ofNanos(nanos, sumNanos, minNanos, maxNanos);
    }
  }
}
