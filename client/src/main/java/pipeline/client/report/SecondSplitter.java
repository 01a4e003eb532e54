package pipeline.client.report;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import pipeline.client.stats.LatencyStats;

/**
 * Cuts each step into seconds by the time at which requests ended. A result can be handed over a
 * little late, so a second is closed only when the one after it is over; what comes later still
 * counts for the oldest open one.
 */
final class SecondSplitter implements ResultSink {
  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** A rest shorter than this belongs to the second before: its rate would be noise. */
  private static final long SHORTEST_NANOS = SECOND_NANOS / 4;

  private final List<SecondListener> listeners;
  private FeedEvent.StepStart step;
  private int stepNumber = -1;
  private OpenSecond older;
  private OpenSecond newer;
  private long lastEndNanos;

  SecondSplitter(List<SecondListener> listeners) {
    this.listeners = List.copyOf(listeners);
  }

  @Override
  public void stepStarted(FeedEvent.StepStart started) {
    step = started;
    stepNumber++;
    older = new OpenSecond(0);
    newer = new OpenSecond(1);
    lastEndNanos = started.startNanos();
  }

  @Override
  public void row(FeedEvent.Row row) throws IOException {
    if (!row.load()) {
      return;
    }
    lastEndNanos = Math.max(lastEndNanos, row.endNanos());
    long index = (row.endNanos() - step.startNanos()) / SECOND_NANOS;
    while (index > newer.index) {
      close(older, SECOND_NANOS);
      older = newer;
      newer = new OpenSecond(older.index + 1);
    }
    (index == newer.index ? newer : older).add(row);
  }

  @Override
  public void stepEnded() throws IOException {
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
    return step.startNanos() + second.index * SECOND_NANOS;
  }

  private void close(OpenSecond open, long lengthNanos) throws IOException {
    if (lengthNanos <= 0) {
      return; // nothing was sent
    }
    long startNanos = startOf(open);
    boolean warmUp = startNanos - step.measuredFromNanos() < 0;
    long successes = open.nanos.getTotalCount();
    Second second =
        new Second(stepNumber, startNanos, lengthNanos, warmUp, successes, open.failures);
    for (SecondListener listener : listeners) {
      listener.second(second, open.nanos);
    }
  }

  @Override
  public String target() {
    return "the series of seconds";
  }

  private static final class OpenSecond {
    final long index;
    final Histogram nanos = new Histogram(LatencyStats.SIGNIFICANT_DIGITS);
    long failures;

    OpenSecond(long index) {
      this.index = index;
    }

    void add(FeedEvent.Row row) {
      if (row.isSuccess()) {
        nanos.recordValue(row.latencyNanos());
      } else {
        failures++;
      }
    }

    void add(OpenSecond other) {
      nanos.add(other.nanos);
      failures += other.failures;
    }
  }
}
