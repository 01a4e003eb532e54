package pipeline.lab.experiment.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.design.Design;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.Limit;
import pipeline.lab.experiment.result.Metric;
import pipeline.lab.experiment.statistics.Comparison;
import pipeline.lab.experiment.statistics.Estimate;
import pipeline.rig.Component;

/**
 * Tables with a row for each cell, the base first: medians of its launches, and its difference from
 * the base. A column that says nothing in this experiment is left out.
 */
final class CellTables {
  /** Every column that a bench can have. */
  static final List<Metric> OF_BENCHES =
      List.of(
          Metric.LINES_PER_SECOND,
          Metric.P50,
          Metric.P99,
          Metric.CPU_CLIENT,
          Metric.CPU_SERVER,
          Metric.CPU_BROKER,
          Metric.CPU_CONSUMER,
          Metric.MEMORY_CLIENT,
          Metric.MEMORY_SERVER,
          Metric.MEMORY_CONSUMER,
          Metric.LONGEST_QUEUE,
          Metric.LOST);

  private static final double CONFIDENCE = 0.95;

  private CellTables() {}

  /** The fields of a cell's row. */
  private interface Row {
    /**
     * Adds the fields.
     *
     * @param estimate of the cell's primary metric against the base
     */
    void enter(Cell cell, Estimate estimate, Map<String, String> row);
  }

  private static Table table(Results results, Row fields) {
    List<Map<String, String>> rows = new ArrayList<>();
    for (Estimate estimate : againstBase(results, Metric.PRIMARY)) {
      Map<String, String> row = new LinkedHashMap<>();
      fields.enter(results.design().cells().get(rows.size()), estimate, row);
      rows.add(row);
    }
    return Table.of(rows);
  }

  /** What a page shows, in eight columns at most. */
  static Table summary(Results results) {
    return table(
        results,
        (cell, estimate, row) -> {
          row.put("combination", results.design().label(cell));
          row.put(Metric.PRIMARY.column(), shown(results, cell, Metric.PRIMARY));
          row.put("÷ base", quotient(estimate));
          for (Metric metric :
              List.of(
                  Metric.P99,
                  Metric.LONGEST_QUEUE,
                  Metric.WAITING_BEFORE,
                  Metric.WAITING_AFTER,
                  Metric.LOST)) {
            row.put(metric.column(), shown(results, cell, metric));
          }
          row.put("CPU a line, µs", cpu(results, cell));
          row.put("limit", limit(results, cell));
        });
  }

  /** All that is known. */
  static Table wide(Results results) {
    Iterator<Estimate> p99 = againstBase(results, Metric.P99).iterator();
    return table(
        results,
        (cell, estimate, row) -> {
          row.putAll(levels(results, cell));
          row.put("n", count(results, cell));
          row.put("ratio", text(estimate.ratio()));
          boolean known = estimate.hasInterval();
          row.put("low", known ? text(estimate.low(CONFIDENCE)) : "");
          row.put("high", known ? text(estimate.high(CONFIDENCE)) : "");
          row.put("p", known ? text(estimate.p()) : "");
          row.put("detectable", text(estimate.detectable()));
          row.put("p99 ratio", text(p99.next().ratio()));
          for (Metric metric : Metric.values()) {
            String unit = metric.unit().isEmpty() ? "" : ", " + metric.unit();
            row.put(metric.title() + unit, text(results.shown(cell, metric).orElse(Double.NaN)));
          }
          row.put("limit", limit(results, cell));
        });
  }

  /** Medians with the lowest and the highest launch, as a bench shows them. */
  static Table bench(Results results, List<Metric> shown) {
    Design design = results.design();
    return table(
        results,
        (cell, estimate, row) -> {
          List<String> changed = design.changed(cell);
          if (design.isOneAtATime()) {
            row.put("changed", changed.isEmpty() ? "nothing" : changed.get(0));
          } else {
            row.putAll(levels(results, cell));
          }
          row.put("n", count(results, cell));
          for (Metric metric : shown) {
            OptionalDouble value = results.shown(cell, metric);
            row.put(metric.column(), range(metric, value, results.valid(cell)));
            if (metric == Metric.PRIMARY) {
              row.put("÷ base", quotient(estimate));
            }
          }
        });
  }

  /** The estimate of each cell against the base; the base's own has no value. */
  private static List<Estimate> againstBase(Results results, Metric metric) {
    Stream<Estimate> others = results.analysis().cells(metric).stream().map(Comparison::estimate);
    return Stream.concat(Stream.of(Estimate.of()), others).toList();
  }

  /** The levels of a cell by the varied factors. */
  static Map<String, String> levels(Results results, Cell cell) {
    Map<String, String> levels = new LinkedHashMap<>();
    results
        .design()
        .varied()
        .forEach(factor -> levels.put(factor.name(), cell.level(factor.name())));
    return levels;
  }

  /** The launches whose numbers count, of all if they are fewer. */
  static String count(Results results, Cell cell) {
    long valid = results.valid(cell).count();
    int all = results.of(cell).size();
    return valid == all ? Integer.toString(all) : valid + "/" + all;
  }

  private static String shown(Results results, Cell cell, Metric metric) {
    return text(metric, results.shown(cell, metric));
  }

  private static String text(Metric metric, OptionalDouble value) {
    return value.isPresent() ? metric.text(value.getAsDouble()) : "";
  }

  /** The CPU time a line of all components together; empty if no launch has it. */
  private static String cpu(Results results, Cell cell) {
    DoubleSummaryStatistics known =
        Arrays.stream(Component.values())
            .map(component -> results.median(cell, Metric.cpu(component)))
            .flatMapToDouble(OptionalDouble::stream)
            .summaryStatistics();
    return known.getCount() == 0 ? "" : number("%,.0f", known.getSum());
  }

  /**
   * A value with the lowest and the highest of the launches that it is of, such as {@code 29,608
   * (26,642–30,833)}; empty if it was not measured.
   */
  static String range(Metric metric, OptionalDouble value, Stream<Launch> launches) {
    String text = text(metric, value);
    DoubleSummaryStatistics all =
        launches
            .map(launch -> launch.value(metric))
            .flatMapToDouble(OptionalDouble::stream)
            .summaryStatistics();
    return metric.isOfTheWorst() || text.isEmpty() || all.getMin() == all.getMax()
        ? text
        : "%s (%s–%s)".formatted(text, metric.text(all.getMin()), metric.text(all.getMax()));
  }

  private static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }

  /** A number with three digits or more; empty if it was not measured. */
  private static String text(double value) {
    double size = Math.abs(value);
    return Double.isFinite(value)
        ? number(size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : "%.3f", value)
        : "";
  }

  /** A ratio with its 95 % interval where there is one, such as {@code 1.33 (1.27–1.39)}. */
  private static String quotient(Estimate estimate) {
    if (estimate.n() == 0) {
      return "";
    }
    String ratio = number("%.2f", estimate.ratio());
    return estimate.hasInterval()
        ? "%s (%s–%s)"
            .formatted(
                ratio,
                number("%.2f", estimate.low(CONFIDENCE)),
                number("%.2f", estimate.high(CONFIDENCE)))
        : ratio;
  }

  /** What most launches of a cell were limited by; empty if that was not measured. */
  private static String limit(Results results, Cell cell) {
    Map<String, Long> limits =
        results
            .valid(cell)
            .filter(launch -> launch.value(Metric.BUSY).isPresent())
            .map(launch -> Limit.of(launch).replaceAll(" \\d+ %", ""))
            .collect(Collectors.groupingBy(each -> each, Collectors.counting()));
    return limits.entrySet().stream()
        .max(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
        .map(Map.Entry::getKey)
        .orElse("");
  }
}
