package pipeline.client.report;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import pipeline.client.broker.BrokerStep;
import pipeline.client.load.StepListener;
import pipeline.client.load.StepResult;
import pipeline.client.stats.LatencyStats;
import pipeline.client.stats.StepStats;

/** Says what came out: a step's block as soon as it has ended, the comparison at the end. */
public final class RunReport implements StepListener {
  private final Console console;

  public RunReport(Console console) {
    this.console = console;
  }

  @Override
  public void stepEnded(StepResult step) {
    StepStats stats = step.stats();
    console.out().print(block(stats));
    console.out().flush();
    PrintStream err = console.err();
    if (step.warmUpRequests() > 0) {
      err.printf(
          "client: %s: the warm-up's %d requests, %d of them unsuccessful, are not in these"
              + " numbers%n",
          step.label(), step.warmUpRequests(), step.warmUpFailures());
    }
    stats.errors().forEach((error, count) -> err.println("client: " + count + " x " + error));
    step.gets()
        .ifPresent(
            gets ->
                gets.errors()
                    .forEach(
                        (error, count) -> err.println("client: GETs: " + count + " x " + error)));
    if (stats.retries() > 0) {
      err.println("client: retries: " + stats.retries());
    }
  }

  /** The block that people's scripts read: labels, order, units and decimals are fixed. */
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
        stats.failures().count(),
        latency.meanMillis(),
        latency.percentileMillis(50),
        latency.percentileMillis(99),
        latency.maxMillis(),
        TimeUnit.NANOSECONDS.toMillis(stats.wallNanos()),
        stats.throughput());
  }

  /**
   * Prints what the blocks do not show, if there is any.
   *
   * @param plain whether the run was one step that sends the input once
   * @param broker what the broker told of each step; empty if it told nothing
   */
  public void runEnded(RunRecord run, boolean plain, List<BrokerStep> broker) {
    if (!run.steps().isEmpty()) {
      printTables(run, plain, broker);
    }
    if (!run.stoppedBecause().isEmpty()) {
      console.err().println("client: stopped early: " + run.stoppedBecause());
    }
  }

  private void printTables(RunRecord run, boolean plain, List<BrokerStep> broker) {
    List<StepResult> steps = run.steps();
    PrintStream out = console.out();
    if (!plain) {
      out.print("\n" + StepTables.steps(steps));
    }
    List<StepResult> open = steps.stream().filter(step -> step.plan().isOpen()).toList();
    if (!open.isEmpty()) {
      out.print("\n" + StepTables.open(open));
    }
    if (run.urls().size() > 1) {
      out.print("\n" + StepTables.servers(steps));
    }
    if (steps.stream().anyMatch(step -> step.gets().isPresent())) {
      out.print("\n" + StepTables.gets(steps));
    }
    if (!plain && !broker.isEmpty()) {
      out.print("\n" + StepTables.broker(steps, broker));
    }
    if (!plain) {
      String sent =
          run.workload().isFile()
              ? "%nLines sent: %d (the file has %d)%n"
              : "%nRequests sent: %d (one round has %d)%n";
      out.printf(sent, run.sent(), run.workload().size());
    }
    out.flush();
  }
}
