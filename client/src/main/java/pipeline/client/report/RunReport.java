package pipeline.client.report;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import pipeline.client.broker.BrokerStep;
import pipeline.client.load.StepListener;
import pipeline.client.load.StepResult;
import pipeline.client.load.StopSignal;
import pipeline.client.stats.LatencyStats;
import pipeline.client.stats.StepStats;
import pipeline.wire.process.Console;

/**
 * Prints each step's block when it ends, and the comparison at the end. Why a run was stopped is
 * printed last, and only there.
 *
 * @param manyLines whether a request carries many, so that lines are counted apart
 */
public record RunReport(boolean manyLines, Console console, StopSignal stop)
    implements StepListener {

  @Override
  public void stepEnded(StepResult step) {
    StepStats stats = step.stats();
    console.out().print(block(stats));
    if (manyLines) {
      console.out().print(lines(stats));
    }
    console.out().flush();
    if (step.warmUpRequests() > 0 && !console.quiet()) {
      console.tell(
          step.label()
              + (": " + step.warmUpRequests() + " warm-up requests, ")
              + (step.warmUpFailures() + " of them unsuccessful, are left out"));
    }
    tellErrors("", stats);
    step.gets().ifPresent(gets -> tellErrors("GETs: ", gets));
    if (stats.retries() > 0) {
      console.tell("retries: " + stats.retries());
    }
  }

  private void tellErrors(String of, StepStats stats) {
    String stoppedBecause = stop.reason().orElse("");
    stats
        .errors()
        .forEach(
            (error, count) -> {
              if (!stoppedBecause.endsWith(error)) {
                console.tell(of + count + " x " + error);
              }
            });
  }

  /** The block of a step, which scripts read: labels, order, units and decimals are fixed. */
  static String block(StepStats stats) {
    LatencyStats latency = stats.successes();
    return String.format(
        Locale.ROOT,
        """
        All %d threads processing completed!
        -----
        -----STATS-----
        Total number of successful requests: %d
        Total number of unsuccessful requests: %d
        Mean response time : %.4f ms
        Median response time : %.4f ms
        99th Percentile response time : %.4f ms
        Max response time : %.4f ms
        Total wall time: %d ms
        Throughput: %.2f
        -----
        """,
        stats.threads(),
        latency.count(),
        stats.failures(),
        latency.meanMillis(),
        latency.percentileMillis(50),
        latency.percentileMillis(99),
        latency.maxMillis(),
        TimeUnit.NANOSECONDS.toMillis(stats.wallNanos()),
        stats.throughput());
  }

  /**
   * The text after the block of requests with many lines; lines of failed requests do not count.
   */
  static String lines(StepStats stats) {
    return String.format(
        Locale.ROOT,
        """
        Total number of lines: %d
        Lines per second: %.2f
        """,
        stats.lines(),
        stats.linesPerSecond());
  }

  /**
   * Prints the tables that add to the blocks, if the run has any.
   *
   * @param plain whether the run was one step that sends the input once
   * @param broker what the broker told of each step; empty if it told nothing
   */
  public void runEnded(RunRecord run, boolean plain, List<BrokerStep> broker) {
    if (!run.steps().isEmpty()) {
      printTables(run, plain, broker);
    }
    if (!run.stoppedBecause().isEmpty()) {
      console.tell("stopped early: " + run.stoppedBecause());
    }
  }

  private void printTables(RunRecord run, boolean plain, List<BrokerStep> broker) {
    List<StepResult> steps = run.steps();
    PrintStream out = console.out();
    Stream.of(
            plain ? "" : StepTables.steps(steps, manyLines),
            StepTables.open(steps),
            run.urls().size() > 1 ? StepTables.servers(steps) : "",
            StepTables.gets(steps),
            plain || broker.isEmpty() ? "" : StepTables.broker(steps, broker))
        .filter(table -> !table.isEmpty())
        .forEach(table -> out.print("\n" + table));
    if (!plain) {
      out.printf(
          Locale.ROOT,
          "%n%s sent: %d (%s has %d)%n",
          run.input().isFile() || manyLines ? "Lines" : "Requests",
          run.linesSent(),
          run.input().isFile() ? "the file" : "one round",
          run.input().size());
    }
    out.flush();
  }
}
