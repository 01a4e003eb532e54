package pipeline.lab.experiment.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.result.Metric;
import pipeline.lab.experiment.statistics.Comparison;
import pipeline.lab.experiment.statistics.Estimate;
import pipeline.rig.Component;

/** What a page shows of each cell, in eight columns at most; {@link CellTable} has all. */
final class SummaryTable {
  private static final double CONFIDENCE = 0.95;

  private final Results results;
  private final List<Map<String, String>> rows = new ArrayList<>();

  SummaryTable(Results results) {
    this.results = results;
    List<Comparison> against = results.analysis().cells(Metric.PRIMARY);
    for (Cell cell : results.design().cells()) {
      rows.add(row(cell, rows.isEmpty() ? "" : quotient(against.get(rows.size() - 1).estimate())));
    }
  }

  /** Names of the columns of {@link #rows}, without those that say nothing in this experiment. */
  List<String> header() {
    return rows.get(0).keySet().stream()
        .filter(column -> rows.stream().anyMatch(row -> !row.get(column).isEmpty()))
        .toList();
  }

  /** The rows, one for each cell, the base first. */
  List<List<String>> rows() {
    List<String> header = header();
    return rows.stream().map(row -> header.stream().map(row::get).toList()).toList();
  }

  private Map<String, String> row(Cell cell, String quotient) {
    Map<String, String> row = new LinkedHashMap<>();
    row.put("combination", results.design().label(cell));
    row.put("lines/s", text("%,.0f", results.median(cell, Metric.PRIMARY)));
    row.put("÷ base", quotient);
    row.put("p99, ms", text("%,.2f", results.median(cell, Metric.P99)));
    row.put("longest queue", text("%,.0f", results.most(cell, Metric.LONGEST_QUEUE)));
    row.put("waiting before", text("%,.0f", results.median(cell, Metric.WAITING_BEFORE)));
    row.put("waiting after", text("%,.0f", results.median(cell, Metric.WAITING_AFTER)));
    row.put("lost", text("%,.0f", results.most(cell, Metric.LOST)));
    row.put("CPU a line, µs", text("%,.0f", cpu(cell)));
    row.put("limit", CellTable.limit(results, cell));
    return row;
  }

  /** The CPU time a line of all components together; empty if no launch has it. */
  private OptionalDouble cpu(Cell cell) {
    double[] known =
        Arrays.stream(Component.values())
            .map(component -> results.median(cell, Metric.cpu(component)))
            .flatMapToDouble(OptionalDouble::stream)
            .toArray();
    return known.length == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(DoubleStream.of(known).sum());
  }

  private static String text(String format, OptionalDouble value) {
    return value.isPresent() ? String.format(Locale.ROOT, format, value.getAsDouble()) : "";
  }

  /** A ratio with its 95 % interval where there is one, such as {@code 1.33 (1.27–1.39)}. */
  static String quotient(Estimate estimate) {
    if (estimate.n() == 0) {
      return "";
    }
    String ratio = times(estimate.ratio());
    return estimate.hasInterval()
        ? "%s (%s–%s)"
            .formatted(ratio, times(estimate.low(CONFIDENCE)), times(estimate.high(CONFIDENCE)))
        : ratio;
  }

  private static String times(double ratio) {
    return String.format(Locale.ROOT, "%.2f", ratio);
  }
}
