package pipeline.peers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import pipeline.peers.Measurements.Row;

/**
 * A table a benchmark and load: a line a contender, medians with their spread, and how many times
 * the contender's rate ours on the same kind of queue is, of the rounds' own quotients; of many
 * lines a request, how many times the rate of one line a request each is.
 */
final class MarkdownReport {
  private final Measurements measurements;
  private final String broker;

  /**
   * @param broker with its version and type of queue, for each table's heading
   */
  MarkdownReport(Measurements measurements, String broker) {
    this.measurements = measurements;
    this.broker = broker;
  }

  String text() {
    StringBuilder text = new StringBuilder();
    String heading = "";
    for (Row row : measurements.rows()) {
      String here = row.bench() + ", " + row.load() + "; " + broker;
      if (!here.equals(heading) && !text.toString().contains("### " + here + "\n")) {
        text.append("\n### ").append(here).append("\n\n").append(table(row.bench(), row.load()));
      }
      heading = here;
    }
    return text.toString();
  }

  private String table(String bench, String load) {
    List<Row> rows =
        measurements.rows().stream()
            .filter(row -> row.bench().equals(bench) && row.load().equals(load))
            .toList();
    List<Metric> metrics =
        Arrays.stream(Metric.values())
            .filter(metric -> rows.stream().anyMatch(row -> measurements.has(row, metric)))
            .toList();
    List<String> head = new ArrayList<>(List.of("contender"));
    metrics.forEach(metric -> head.add(metric.title()));
    boolean bulk = bench.equals(BulkBench.NAME);
    head.add(bulk ? "÷ one line a request" : "ours ÷ it");
    boolean merged = metrics.contains(Metric.MERGED_RATE);
    if (merged) {
      head.add("by merged/s");
    }
    StringBuilder table = new StringBuilder();
    table.append(line(head)).append("|---".repeat(1)).append("|---:".repeat(head.size() - 1));
    table.append("|\n");
    for (Row row : rows) {
      List<String> cells = new ArrayList<>(List.of(row.contender()));
      metrics.forEach(metric -> cells.add(cell(row, metric)));
      Row ours = new Row(bench, load, Contenders.oursBeside(row.contender()));
      Row over = bulk ? row : ours;
      Row under = bulk ? BulkBench.reference() : row;
      cells.add(ratio(over, under, Metric.RATE));
      if (merged) {
        cells.add(ratio(over, under, Metric.MERGED_RATE));
      }
      table.append(line(cells));
    }
    return table.toString();
  }

  private String cell(Row row, Metric metric) {
    if (!measurements.has(row, metric)) {
      return "";
    }
    return withSpread(measurements.samples(row, metric), metric::format);
  }

  private static String withSpread(Samples samples, DoubleFunction<String> format) {
    String median = format.apply(samples.median());
    return samples.min() == samples.max()
        ? median
        : median + " (" + format.apply(samples.min()) + "–" + format.apply(samples.max()) + ")";
  }

  private String ratio(Row over, Row under, Metric rate) {
    if (!measurements.has(over, rate) || !measurements.has(under, rate)) {
      return "";
    }
    return withSpread(
        Samples.quotients(measurements.values(over, rate), measurements.values(under, rate)),
        quotient -> String.format(Locale.ROOT, "%.2f", quotient));
  }

  private static String line(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |\n";
  }
}
