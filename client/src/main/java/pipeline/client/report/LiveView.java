package pipeline.client.report;

import static pipeline.wire.process.Console.grouped;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.lang3.time.DurationFormatUtils;
import pipeline.client.load.QueueDepth;
import pipeline.client.load.Result;
import pipeline.client.load.Stage;
import pipeline.client.load.StepListener;
import pipeline.client.load.StepPlan;
import pipeline.client.load.StepResult;
import pipeline.client.stats.LatencyRecorder;
import pipeline.wire.process.Console;

/**
 * A line on the terminal that shows how a step goes: its part done, lines a second, 99th
 * percentile, failures, the time left, and the queue's length. What a narrow terminal has no room
 * for is left out. Thread-safe.
 */
public final class LiveView implements StepListener, AutoCloseable {
  private static final int UPDATE_MILLIS = 250;
  private static final int UPDATES_OF_RATE = 8;
  private static final int SECONDS_PER_HOUR = 3_600;

  /** The order in which parts are left out: the queue, the label, p99, time, failures, ... */
  private static final int[] LEAST_NEEDED_FIRST = {6, 0, 3, 5, 4, 2, 1};

  private final Console console;
  private final Optional<QueueDepth> queue;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "live-line"));
  private volatile Step step;

  public LiveView(Console console, Optional<QueueDepth> queue) {
    this.console = console;
    this.queue = queue;
    var unused =
        clock.scheduleWithFixedDelay(
            this::show, UPDATE_MILLIS, UPDATE_MILLIS, TimeUnit.MILLISECONDS);
  }

  @Override
  public void stepStarted(StepPlan plan, long startNanos) {
    step = new Step(plan, System.nanoTime());
  }

  @Override
  public void ended(Result result) {
    step.add(result);
  }

  /** Shows the last state and ends the line. */
  @Override
  public void stepEnded(StepResult result) {
    show();
    step = null;
    console.endLive();
  }

  @Override
  public void close() {
    clock.shutdown();
    console.endLive();
  }

  private synchronized void show() {
    Step shown = step;
    if (shown != null) {
      console.live(shown.text(System.nanoTime(), console.columns() - 1));
    }
  }

  /** What has happened in a step; {@link #text} is for one thread at a time. */
  private final class Step {
    private final StepPlan plan;
    private final long startNanos;
    private final LatencyRecorder latencies = new LatencyRecorder();
    private final LongAdder failures = new LongAdder();
    private final LongAdder lines = new LongAdder();

    /** The latest moments, with the lines that had been sent by then. */
    private final Deque<long[]> sent = new ArrayDeque<>();

    private Step(StepPlan plan, long startNanos) {
      this.plan = plan;
      this.startNanos = startNanos;
      sent.add(new long[] {startNanos, 0});
    }

    private void add(Result result) {
      if (result.outcome().isSuccess()) {
        latencies.record(result.latencyNanos());
        lines.add(result.lines());
      } else {
        failures.increment();
      }
    }

    private String text(long nanos, int most) {
      double seconds = Math.max(1, nanos - startNanos) / 1e9;
      double part = Math.min(1, part(seconds));
      return fitting(
          most,
          plan.label(),
          part < 0 ? "" : String.format(Locale.ROOT, "%.0f%%", Math.floor(100 * part)),
          grouped(Math.round(rate(nanos))) + " lines/s",
          milliseconds(latencies.soFar().percentileMillis(99)),
          grouped(failures.sum()) + " failed",
          part > 0 ? time((long) (seconds / part - seconds)) + " left" : "",
          queue
              .map(q -> q.messages().map(depth -> grouped(depth.messages())).orElse("?"))
              .map(depth -> "queue " + depth)
              .orElse(""));
    }

    /** The part that is done, by requests or by time; negative if nobody knows the whole. */
    private double part(double seconds) {
      if (plan.expectedRequests() != StepPlan.UNLIMITED) {
        long ended = latencies.soFar().count() + failures.sum();
        return (double) ended / Math.max(1, plan.expectedRequests());
      }
      Stage stage = plan.stage();
      return stage.isTimed() ? seconds * 1e9 / stage.duration().toNanos() : -1;
    }

    private double rate(long nanos) {
      long[] before = sent.size() == UPDATES_OF_RATE ? sent.remove() : sent.element();
      long all = lines.sum();
      sent.add(new long[] {nanos, all});
      return (all - before[1]) * 1e9 / Math.max(1, nanos - before[0]);
    }
  }

  /** What of a line's parts fits into so many characters. */
  static String fitting(int most, String... parts) {
    String text = joined(parts);
    for (int i = 0; i < parts.length && text.length() > most; i++) {
      parts[LEAST_NEEDED_FIRST[i]] = "";
      text = joined(parts);
    }
    return text;
  }

  static String milliseconds(double p99) {
    return String.format(Locale.ROOT, p99 < 100 ? "p99 %.1f ms" : "p99 %,.0f ms", p99);
  }

  private static String joined(String... parts) {
    return Stream.of(parts).filter(part -> !part.isEmpty()).collect(Collectors.joining("  "));
  }

  static String time(long seconds) {
    String format = seconds < SECONDS_PER_HOUR ? "m:ss" : "H:mm:ss";
    return DurationFormatUtils.formatDuration(TimeUnit.SECONDS.toMillis(seconds), format);
  }
}
