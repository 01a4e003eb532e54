package pipeline.client.report;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;
import static pipeline.wire.process.Console.grouped;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import pipeline.client.input.JsonTree;
import pipeline.client.load.StepListener;
import pipeline.client.load.StepResult;
import pipeline.client.load.StopSignal;
import pipeline.client.stats.LatencyStats;
import pipeline.client.stats.StepStats;
import pipeline.wire.process.Console;

/**
 * Prints each step's block when it ends, and at the end tables of the numbers that the JSON has, in
 * which a null is a dash. Why a run was stopped is printed last, and only there.
 *
 * @param manyLines whether a request carries many, so that lines are counted apart
 */
public record RunReport(boolean manyLines, Console console, StopSignal stop)
    implements StepListener {
  /** N/mean is Little's law: the threads at work / mean service time. */
  static final String STEPS =
      "step, ok, failed, mean ms, p50 ms, p99 ms, max ms, wall s, drain s, req/s, N/mean";

  /**
   * The open model tells response times since a request was due, and service times since it was
   * sent.
   */
  static final String OPEN =
      "open model, asked/s, req/s, late, dropped, response p50 ms, p99 ms, service p50 ms,"
          + " service p99 ms";

  static final String GETS = "GETs, ok, failed, min ms, mean ms, p99 ms, max ms";

  /**
   * Where each heading's value is in a row, and with how many decimals; {@code digits} are as many
   * as three digits need. The columns that are left out first in a narrow terminal stand first;
   * that of the names stays.
   */
  private static final Map<String, Column> COLUMNS =
      """
      drain s         | drainSeconds        | 1
      wall s          | wallSeconds         | 1
      N/mean          | predictedThroughput | digits
      max ms          | latency max         | digits
      service p50 ms  | service p50         | digits
      mean ms         | latency mean        | digits
      response p50 ms | latency p50         | digits
      p50 ms          | latency p50         | digits
      service p99 ms  | service p99         | digits
      min ms          | latency min         | digits
      ok              | latency count       | 0
      late            | late                | 0
      asked/s         | rate                | digits
      p99 ms          | latency p99         | digits
      dropped         | dropped             | 0
      lines/s         | linesPerSecond      | digits
      req/s           | throughput          | digits
      failed          | failures            | 0
      step            | name                | 0
      open model      | name                | 0
      GETs            | name                | 0
      """
          .lines()
          .map(line -> line.split(" *\\| *", -1))
          .collect(
              toMap(
                  part -> part[0],
                  part -> new Column(part[1], part[2]),
                  (one, other) -> one,
                  LinkedHashMap::new));

  private static final String GAP = "  ";

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
                  step.plan().label(),
                  grouped(step.warmUpRequests()),
                  grouped(step.warmUpFailures())));
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
        "Total number of lines: %d\nLines per second: %.2f\n",
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
    List<JsonTree> steps = ResultJson.steps(run, List.of()).stream().map(JsonTree::new).toList();
    List<JsonTree> open = steps.stream().filter(step -> step.at("rate").isPresent()).toList();
    PrintStream out = console.out();
    int room = console.outColumns();
    Stream.of(
            plain ? "" : fitting(room, STEPS + (manyLines ? ", lines/s" : ""), steps),
            fitting(room, OPEN, open),
            fitting(room, GETS, gets(steps)))
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

  private record Column(String path, String decimals) {
    JsonTree of(JsonTree row) {
      return row.at(path.split(" ", -1));
    }

    String cell(JsonTree row) {
      OptionalDouble value = of(row).number();
      if (value.isEmpty()) {
        return Console.printable(of(row).text().orElse("-"));
      }
      String places =
          decimals.equals("digits") ? Integer.toString(decimals(value.getAsDouble())) : decimals;
      return String.format(Locale.ROOT, "%,." + places + "f", value.getAsDouble());
    }

    /** The number of decimals that three digits need, at most three. */
    private static int decimals(double measured) {
      int magnitude = measured == 0 ? 0 : (int) Math.floor(Math.log10(Math.abs(measured)));
      return Math.max(0, Math.min(3, 2 - magnitude));
    }
  }

  /** The rows of {@link #GETS}. */
  static List<JsonTree> gets(List<JsonTree> steps) {
    return steps.stream()
        .filter(step -> step.at("gets").isPresent())
        .map(
            step ->
                new JsonTree(
                    new JsonObject()
                        .with("name", step.at("name").value())
                        .with((JsonObject) step.at("gets").value())))
        .toList();
  }

  /** The headings and a line for each row; empty without rows. */
  static String text(String headings, List<JsonTree> rows) {
    List<String> columns = List.of(headings.split(", ", -1));
    Stream<List<String>> cells =
        rows.stream()
            .map(row -> columns.stream().map(column -> COLUMNS.get(column).cell(row)).toList());
    return rows.isEmpty() ? "" : aligned(Stream.concat(Stream.of(columns), cells).toList());
  }

  /** {@link #text} without the columns that are least needed, if there is no room for all. */
  static String fitting(int room, String headings, List<JsonTree> rows) {
    List<String> columns = new ArrayList<>(List.of(headings.split(", ", -1)));
    String text = text(headings, rows);
    for (String column : COLUMNS.keySet()) {
      if (text.indexOf('\n') > room && columns.indexOf(column) > 0) {
        columns.remove(column);
        text = text(String.join(", ", columns), rows);
      }
    }
    return text;
  }

  /** Lines of equally many cells: the first is aligned to the left, the others to the right. */
  private static String aligned(List<List<String>> lines) {
    String format =
        IntStream.range(0, lines.get(0).size())
            .mapToObj(
                i ->
                    (i == 0 ? "%-" : GAP + "%")
                        + lines.stream().mapToInt(line -> line.get(i).length()).max().orElseThrow()
                        + "s")
            .collect(joining());
    return lines.stream()
        .map(line -> String.format(Locale.ROOT, format + "\n", line.toArray()))
        .collect(joining());
  }
}
