package pipeline.client.report;

import static pipeline.wire.process.Console.grouped;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import pipeline.client.input.JsonTree;
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
          "%s: %s warm-up requests, %s of them unsuccessful, are left out"
              .formatted(
                  step.label(), grouped(step.warmUpRequests()), grouped(step.warmUpFailures())));
    }
    tellErrors("", stats);
    step.gets().ifPresent(gets -> tellErrors("GETs: ", gets));
    if (stats.retries() > 0) {
      console.tell("retries: " + grouped(stats.retries()));
    }
  }

  private void tellErrors(String of, StepStats stats) {
    String stoppedBecause = stop.reason().orElse("");
    stats
        .errors()
        .forEach(
            (error, count) -> {
              if (!stoppedBecause.endsWith(error)) {
                console.tell(of + grouped(count) + " x " + error);
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
   * @param plain whether the run was one step, measured from its begin
   */
  public void runEnded(RunRecord run, boolean plain) {
    if (!run.steps().isEmpty()) {
      printTables(run, plain);
    }
    if (!run.stoppedBecause().isEmpty()) {
      console.tell("stopped early: " + run.stoppedBecause());
    }
  }

  private void printTables(RunRecord run, boolean plain) {
    List<JsonTree> steps = ResultJson.steps(run, List.of()).stream().map(JsonObject::tree).toList();
    List<JsonTree> open = steps.stream().filter(step -> step.at("rate").isPresent()).toList();
    PrintStream out = console.out();
    Stream.of(
            plain ? "" : fitting(StepTables.STEPS + (manyLines ? ", lines/s" : ""), steps),
            fitting(StepTables.OPEN, open),
            fitting(StepTables.GETS, StepTables.gets(steps)))
        .filter(table -> !table.isEmpty())
        .forEach(table -> out.print("\n" + table));
    if (!plain) {
      out.printf(
          "%n%s sent: %s (%s has %s)%n",
          run.input().isFile() || manyLines ? "Lines" : "Requests",
          grouped(run.linesSent()),
          run.input().isFile() ? "the file" : "one round",
          grouped(run.input().size()));
    }
    out.flush();
  }

  private String fitting(String headings, List<JsonTree> rows) {
    return StepTables.fitting(console.outColumns(), headings, rows);
  }
}
