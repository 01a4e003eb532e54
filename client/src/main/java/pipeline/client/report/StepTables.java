package pipeline.client.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;
import pipeline.client.broker.BrokerCounter;
import pipeline.client.broker.BrokerStep;
import pipeline.client.load.StepResult;
import pipeline.client.stats.LatencyStats;
import pipeline.client.stats.ServerStats;
import pipeline.client.stats.StepStats;
import pipeline.wire.process.Console;

/** Tables that add to a run's blocks, as text: its steps side by side, its servers, its reads. */
final class StepTables {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final String GAP = "  ";

  private StepTables() {}

  /**
   * A table with a line for each step; N/mean is Little's law, the threads at work / mean service
   * time.
   *
   * @param withLines whether the last column is the lines a second
   */
  static String steps(List<StepResult> steps, boolean withLines) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        row(
            List.of(
                "step", "ok", "failed", "mean ms", "p50 ms", "p99 ms", "max ms", "wall s",
                "drain s", "req/s", "N/mean"),
            withLines ? List.of("lines/s") : List.of()));
    for (StepResult step : steps) {
      StepStats stats = step.stats();
      rows.add(
          row(
              step.label(),
              latencies(stats.successes(), stats.failures()),
              decimals(3, stats.wallNanos() / NANOS_PER_SECOND),
              step.drainSeconds().isPresent()
                  ? decimals(1, step.drainSeconds().getAsDouble())
                  : "-",
              decimals(2, stats.throughput()),
              decimals(2, stats.predictedThroughput()),
              withLines ? List.of(decimals(2, stats.linesPerSecond())) : List.of()));
    }
    return table(rows);
  }

  /**
   * A table with a line for each step of the open model: response times count from when a request
   * was due, service times from when it was sent.
   */
  static String open(List<StepResult> steps) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "open model",
            "asked/s",
            "req/s",
            "late",
            "dropped",
            "response p50 ms",
            "p99 ms",
            "service p50 ms",
            "p99 ms"));
    for (StepResult step : steps) {
      LatencyStats response = step.stats().successes();
      LatencyStats service = step.stats().serviceTimes();
      rows.add(
          row(
              step.label(),
              decimals(2, step.plan().stage().rate()),
              decimals(2, step.stats().throughput()),
              step.late(),
              step.dropped(),
              decimals(4, response.percentileMillis(50)),
              decimals(4, response.percentileMillis(99)),
              decimals(4, service.percentileMillis(50)),
              decimals(4, service.percentileMillis(99))));
    }
    return table(rows);
  }

  /** A table with a line for each server of each step. */
  static String servers(List<StepResult> steps) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "server", "step", "ok", "failed", "mean ms", "p50 ms", "p99 ms", "max ms", "req/s"));
    for (StepResult step : steps) {
      for (ServerStats server : step.stats().servers()) {
        rows.add(
            row(
                server.url(),
                step.label(),
                latencies(server.successes(), server.failures()),
                decimals(2, step.stats().perSecond(server.successes().count()))));
      }
    }
    return table(rows);
  }

  /** A table with a line for the reads beside each step. */
  static String gets(List<StepResult> steps) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("GETs", "ok", "failed", "min ms", "mean ms", "p99 ms", "max ms"));
    for (StepResult step : steps) {
      step.gets().ifPresent(gets -> rows.add(getsLine(step.label(), gets)));
    }
    return table(rows);
  }

  /**
   * A table with a line for the queue of each step: the most messages that were ready and that were
   * with consumers, and the broker's mean rates.
   *
   * @param broker what the broker told of each step
   */
  static String broker(List<StepResult> steps, List<BrokerStep> broker) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "broker",
            "most ready",
            "most unacked",
            "publish/s",
            "confirm/s",
            "deliver/s",
            "ack/s",
            "redelivered/s"));
    for (int i = 0; i < steps.size(); i++) {
      BrokerStep told = broker.get(i);
      List<String> rates =
          Stream.of(BrokerCounter.values())
              .map(counter -> Optional.ofNullable(told.rates().get(counter)))
              .map(rate -> rate.map(number -> decimals(2, number)).orElse("-"))
              .toList();
      rows.add(row(steps.get(i).label(), whole(told.maxReady()), whole(told.maxUnacked()), rates));
    }
    return table(rows);
  }

  private static String whole(OptionalLong number) {
    return number.isPresent() ? Long.toString(number.getAsLong()) : "-";
  }

  private static List<String> getsLine(String label, StepStats gets) {
    LatencyStats latency = gets.successes();
    return row(
        label,
        latency.count(),
        gets.failures().count(),
        decimals(4, latency.minMillis()),
        decimals(4, latency.meanMillis()),
        decimals(4, latency.percentileMillis(99)),
        decimals(4, latency.maxMillis()));
  }

  private static List<String> latencies(LatencyStats successes, LatencyStats failures) {
    return row(
        successes.count(),
        failures.count(),
        decimals(4, successes.meanMillis()),
        decimals(4, successes.percentileMillis(50)),
        decimals(4, successes.percentileMillis(99)),
        decimals(4, successes.maxMillis()));
  }

  /** A row of cells; a list among the arguments stands for its elements. */
  private static List<String> row(Object... cells) {
    return Stream.of(cells)
        .flatMap(cell -> cell instanceof List<?> list ? list.stream() : Stream.of(cell))
        .map(cell -> Console.printable(cell.toString()))
        .toList();
  }

  private static String decimals(int places, double number) {
    return String.format(Locale.ROOT, "%." + places + "f", number);
  }

  /**
   * Rows of cells as aligned text, a line each: the first column to the left, numbers to the right.
   *
   * @param rows the heading first; all of the same length
   */
  private static String table(List<List<String>> rows) {
    List<Integer> widths =
        IntStream.range(0, rows.get(0).size())
            .mapToObj(i -> rows.stream().mapToInt(row -> row.get(i).length()).max().orElseThrow())
            .toList();
    return rows.stream().map(row -> line(row, widths)).collect(Collectors.joining());
  }

  private static String line(List<String> row, List<Integer> widths) {
    StringBuilder line = new StringBuilder(StringUtils.rightPad(row.get(0), widths.get(0)));
    for (int i = 1; i < row.size(); i++) {
      line.append(GAP).append(StringUtils.leftPad(row.get(i), widths.get(i)));
    }
    return line.append('\n').toString();
  }
}
