package pipeline.client.report;

import static pipeline.wire.process.Console.grouped;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import pipeline.client.load.QueueDepth;
import pipeline.client.load.Result;
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
public final class LiveView implements StepListener {
  private static final int UPDATE_MILLIS = 250;
  private static final int UPDATES_OF_RATE = 8;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final int SECONDS_PER_MINUTE = 60;
  private static final int SECONDS_PER_HOUR = 3_600;

  private final Console console;
  private final Optional<QueueDepth> queue;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "live-line"));
  private final Future<?> drawing;
  private volatile Step step;

  public LiveView(Console console, Optional<QueueDepth> queue) {
    this.console = console;
    this.queue = queue;
    drawing =
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
    drawing.cancel(false);
    clock.shutdownNow();
    console.endLive();
  }

  private synchronized void show() {
    Step shown = step;
    if (shown != null) {
      console.live(shown.now(System.nanoTime()).text(console.columns() - 1));
    }
  }

  /** What has happened in a step; {@link #now} is for one thread at a time. */
  private final class Step {
    private final StepPlan plan;
    private final long startNanos;
    private final LatencyRecorder latencies = new LatencyRecorder();
    private final LongAdder requests = new LongAdder();
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
      requests.increment();
      if (result.outcome().isSuccess()) {
        latencies.record(result.latencyNanos());
        lines.add(result.lines());
      } else {
        failures.increment();
      }
    }

    private State now(long nanos) {
      double seconds = Math.max(1, nanos - startNanos) / NANOS_PER_SECOND;
      double part = Math.min(1, part(seconds));
      return new State(
          plan.label(),
          part,
          rate(nanos),
          latencies.soFar().percentileMillis(99),
          failures.sum(),
          part > 0 ? seconds / part - seconds : -1,
          queue.map(LiveView::length).orElse(""));
    }

    /** The part that is done, by requests or by time; negative if nobody knows the whole. */
    private double part(double seconds) {
      if (plan.expectedRequests() != StepPlan.UNLIMITED) {
        return (double) requests.sum() / Math.max(1, plan.expectedRequests());
      }
      return plan.planned().isZero() ? -1 : seconds * NANOS_PER_SECOND / plan.planned().toNanos();
    }

    private double rate(long nanos) {
      long[] before = sent.size() == UPDATES_OF_RATE ? sent.remove() : sent.element();
      long all = lines.sum();
      sent.add(new long[] {nanos, all});
      return (all - before[1]) * NANOS_PER_SECOND / Math.max(1, nanos - before[0]);
    }
  }

  /**
   * What the line shows.
   *
   * @param part of the step that is done; negative if that is unknown
   * @param rate lines a second
   * @param secondsLeft negative if unknown
   * @param queue its length; empty if nobody looks at it
   */
  record State(
      String label,
      double part,
      double rate,
      double p99,
      long failed,
      double secondsLeft,
      String queue) {
    /** The widest text of at most so many characters. */
    String text(int most) {
      String percent = part < 0 ? "" : String.format(Locale.ROOT, "%.0f%%", Math.floor(100 * part));
      String left = secondsLeft < 0 ? "" : time((long) secondsLeft);
      String response = String.format(Locale.ROOT, p99 < 100 ? "%.1f" : "%,.0f", p99);
      List<String> wide = new ArrayList<>();
      wide.add(label);
      wide.add(percent);
      wide.add(grouped(Math.round(rate)) + " lines/s");
      wide.add("p99 " + response + " ms");
      wide.add(grouped(failed) + " failed");
      wide.add(left.isEmpty() ? "" : left + " left");
      wide.add(queue.isEmpty() ? "" : "queue " + queue);
      List<String> narrow =
          List.of(
              percent,
              grouped(Math.round(rate)) + "/s",
              "p99 " + response,
              grouped(failed) + " failed",
              left);
      return Stream.of(
              joined("  ", wide),
              joined("  ", wide.subList(0, wide.size() - 1)),
              joined("  ", wide.subList(1, wide.size() - 1)),
              joined(" ", narrow))
          .filter(text -> text.length() <= most)
          .findFirst()
          .orElseGet(() -> cut(joined(" ", narrow), most));
    }

    private static String joined(String gap, List<String> parts) {
      return String.join(gap, parts.stream().filter(part -> !part.isEmpty()).toList());
    }

    private static String cut(String text, int most) {
      return text.substring(0, Math.min(text.length(), most));
    }

    private static String time(long seconds) {
      String minutesAndSeconds =
          String.format(
              Locale.ROOT,
              seconds < SECONDS_PER_HOUR ? "%d:%02d" : "%02d:%02d",
              seconds % SECONDS_PER_HOUR / SECONDS_PER_MINUTE,
              seconds % SECONDS_PER_MINUTE);
      return seconds < SECONDS_PER_HOUR
          ? minutesAndSeconds
          : seconds / SECONDS_PER_HOUR + ":" + minutesAndSeconds;
    }
  }

  private static String length(QueueDepth queue) {
    return queue.messages().map(depth -> grouped(depth.messages())).orElse("?");
  }
}
