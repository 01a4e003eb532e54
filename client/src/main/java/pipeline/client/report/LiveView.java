package pipeline.client.report;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.File;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import pipeline.client.load.QueueDepth;
import pipeline.client.load.Result;
import pipeline.client.load.StepListener;
import pipeline.client.load.StepPlan;
import pipeline.client.load.StepResult;
import pipeline.client.stats.LatencyRecorder;
import pipeline.client.stats.LatencyStats;
import pipeline.wire.process.Console;

/**
 * A line on the terminal that shows how a step goes: a bar with rate and remaining time, median and
 * 99th percentile so far, failures, lines a second where a request carries many, and the queue's
 * length. Thread-safe.
 */
public final class LiveView implements StepListener {
  private static final int UPDATE_MILLIS = 250;
  private static final double MILLIS_PER_SECOND = 1e3;
  private static final int DEFAULT_COLUMNS = 80;
  private static final int MAX_COLUMNS = 150;
  private static final Pattern ROWS_AND_COLUMNS = Pattern.compile("\\d+ (\\d{2,4})\\s*");

  private final Console console;
  private final int columns = columns();
  private final Optional<QueueDepth> queue;
  private volatile Step step;

  public LiveView(Console console, Optional<QueueDepth> queue) {
    this.console = console;
    this.queue = queue;
  }

  /**
   * The width of the terminal as {@code stty} says it, which does not take the terminal over as a
   * library would; {@link #DEFAULT_COLUMNS} if it says nothing.
   */
  private static int columns() {
    try {
      Process stty = new ProcessBuilder("stty", "size").redirectInput(new File("/dev/tty")).start();
      if (stty.waitFor(1, TimeUnit.SECONDS) && stty.exitValue() == 0) {
        return columns(new String(stty.getInputStream().readAllBytes(), US_ASCII));
      }
      stty.destroy();
    } catch (IOException e) {
      // no stty or no terminal
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return DEFAULT_COLUMNS;
  }

  static int columns(String size) {
    Matcher matcher = ROWS_AND_COLUMNS.matcher(size);
    return matcher.matches()
        ? Math.min(Integer.parseInt(matcher.group(1)), MAX_COLUMNS)
        : DEFAULT_COLUMNS;
  }

  @Override
  public void stepStarted(StepPlan plan, long startNanos) {
    step = new Step(plan);
  }

  @Override
  public void ended(Result result) {
    step.add(result);
  }

  /** Draws the last state and ends the line. */
  @Override
  public void stepEnded(StepResult result) {
    step.close();
    step = null;
  }

  @Override
  public void close() {
    Step unfinished = step;
    if (unfinished != null) {
      unfinished.close();
    }
  }

  /** The line of one step, which the bar's own thread draws until it is closed. */
  private final class Step {
    private final LatencyRecorder latencies = new LatencyRecorder();
    private final LongAdder failures = new LongAdder();
    private final LongAdder lines = new LongAdder();
    private volatile ProgressBar bar;

    private Step(StepPlan plan) {
      long expected = plan.expectedRequests();
      bar =
          new ProgressBarBuilder()
              .setTaskName(plan.label())
              .setInitialMax(expected == StepPlan.UNLIMITED ? -1 : expected)
              .setStyle(ProgressBarStyle.ASCII)
              .setUpdateIntervalMillis(UPDATE_MILLIS)
              .showSpeed()
              .setConsumer(
                  new ConsoleProgressBarConsumer(console.err(), columns - 1) {
                    @Override
                    public void accept(String line) {
                      super.accept(line);
                      prepareNext();
                    }
                  })
              .build();
    }

    /** Sets what the next drawing shows; called by the bar's thread, first while it is built. */
    private void prepareNext() {
      ProgressBar built = bar;
      if (built != null) {
        built.setExtraMessage(message());
      }
    }

    private void close() {
      prepareNext();
      bar.close();
    }

    private void add(Result result) {
      if (result.outcome().isSuccess()) {
        latencies.record(result.latencyNanos());
        lines.add(result.lines());
      } else {
        failures.increment();
      }
      bar.step();
    }

    private String message() {
      LatencyStats soFar = latencies.soFar();
      String text =
          String.format(
              Locale.ROOT,
              " p50 %.1f p99 %.1f ms %d failed",
              soFar.percentileMillis(50),
              soFar.percentileMillis(99),
              failures.sum());
      String rate = lines.sum() > soFar.count() ? lineRate() : "";
      return rate + (queue.isPresent() ? text + " queue " + queueLength() : text);
    }

    /**
     * The lines a second, which come first in the message: a narrow terminal does not show its end.
     */
    private String lineRate() {
      double seconds = Math.max(1, bar.getTotalElapsed().toMillis()) / MILLIS_PER_SECOND;
      return String.format(Locale.ROOT, " %.0f lines/s", lines.sum() / seconds);
    }

    private String queueLength() {
      return queue.orElseThrow().messages().map(d -> Long.toString(d.messages())).orElse("?");
    }
  }
}
