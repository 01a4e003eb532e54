package pipeline.lab.experiment.report;

import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import pipeline.lab.experiment.analysis.Cell;
import pipeline.lab.experiment.analysis.Comparison;
import pipeline.lab.experiment.analysis.Design;
import pipeline.lab.experiment.analysis.Estimate;
import pipeline.lab.experiment.analysis.Launch;
import pipeline.lab.experiment.analysis.Metric;
import pipeline.rig.Component;

/**
 * A table with a row for each cell, the base first: columns by their heads, and what stands there
 * of a cell. A column that says nothing in this experiment is left out.
 */
final class CellTables {
  /** Every column that a bench can have. */
  private static final List<Metric> OF_BENCHES =
      List.of(
          Metric.LINES_PER_SECOND,
          Metric.P50,
          Metric.P99,
          Metric.CPU_CLIENT,
          Metric.CPU_SERVER,
          Metric.CPU_BROKER,
          Metric.CPU_CONSUMER,
          Metric.MEMORY_SERVER,
          Metric.MEMORY_CONSUMER,
          Metric.LONGEST_QUEUE,
          Metric.LOST);

  private final Results results;
  private final Design design;
  private final Map<String, Function<Cell, String>> columns = new LinkedHashMap<>();

  CellTables(Results results) {
    this.results = results;
    this.design = results.design();
  }

  /** What a page shows, in eight columns at most. */
  static Table summary(Results results) {
    CellTables table = new CellTables(results);
    Map<Cell, Estimate> rates = table.againstBase(Metric.PRIMARY);
    table
        .with("combination", results.design()::label)
        .with(Metric.PRIMARY.column(), cell -> table.shown(cell, Metric.PRIMARY))
        .with("÷ base", cell -> quotient(rates.get(cell)));
    List<Metric> figures =
        results.isOfRestarts()
            ? List.of(Metric.WAITING_BEFORE, Metric.WAITING_AFTER, Metric.LOST)
            : List.of(Metric.P99, Metric.LONGEST_QUEUE, Metric.LOST);
    figures.forEach(metric -> table.with(metric.column(), cell -> table.shown(cell, metric)));
    return table.with("CPU a line, µs", table::cpu).with("limit", table::limit).table();
  }

  /** All that is known. */
  static Table wide(Results results) {
    CellTables table = new CellTables(results).withLevels().withCount();
    Map<Cell, Estimate> rates = table.againstBase(Metric.PRIMARY);
    Map<Cell, Estimate> p99 = table.againstBase(Metric.P99);
    table
        .with("ratio", cell -> text(rates.get(cell).ratio()))
        .with("low", cell -> text(rates.get(cell).low(Estimate.CONFIDENCE)))
        .with("high", cell -> text(rates.get(cell).high(Estimate.CONFIDENCE)))
        .with("p", cell -> rates.get(cell).hasInterval() ? text(rates.get(cell).p()) : "")
        .with("detectable", cell -> text(rates.get(cell).detectable()))
        .with("p99 ratio", cell -> text(p99.get(cell).ratio()));
    for (Metric metric : Metric.values()) {
      String unit = metric.unit().isEmpty() ? "" : ", " + metric.unit();
      table.with(
          metric.title() + unit, cell -> text(results.shown(cell, metric).orElse(Double.NaN)));
    }
    return table.with("limit", table::limit).table();
  }

  /** Medians with the lowest and the highest launch, as a bench shows them. */
  static Table bench(Results results) {
    CellTables table = new CellTables(results);
    if (results.design().isOneAtATime()) {
      table.with(
          "changed", cell -> results.design().changed(cell).stream().findFirst().orElse("nothing"));
    } else {
      table.withLevels();
    }
    table.withCount();
    for (Metric metric : OF_BENCHES) {
      table.with(
          metric.column(), cell -> range(metric, results.shown(cell, metric), results.valid(cell)));
      if (metric == Metric.PRIMARY) {
        Map<Cell, Estimate> rates = table.againstBase(metric);
        table.with("÷ base", cell -> quotient(rates.get(cell)));
      }
    }
    return table.table();
  }

  /** Adds a column. */
  CellTables with(String head, Function<Cell, String> text) {
    columns.put(head, text);
    return this;
  }

  /** Adds a column for each varied factor. */
  CellTables withLevels() {
    design.varied().forEach(factor -> with(factor.name(), cell -> cell.level(factor.name())));
    return this;
  }

  /** Adds the number of launches whose numbers count, of all if they are fewer. */
  CellTables withCount() {
    return with(
        "n",
        cell -> {
          long valid = results.valid(cell).count();
          int all = results.of(cell).size();
          return valid == all ? Integer.toString(all) : valid + "/" + all;
        });
  }

  Table table() {
    List<List<String>> rows =
        design.cells().stream()
            .map(cell -> columns.values().stream().map(text -> text.apply(cell)).toList())
            .toList();
    return Table.of(List.copyOf(columns.keySet()), rows);
  }

  /** The estimate of each cell against the base; the base's own has no value. */
  private Map<Cell, Estimate> againstBase(Metric metric) {
    Map<Cell, Estimate> estimates = new HashMap<>(Map.of(design.base(), Estimate.of()));
    List<Comparison> others = results.analysis().cells(metric);
    for (int i = 0; i < others.size(); i++) {
      estimates.put(design.cells().get(i + 1), others.get(i).estimate());
    }
    return estimates;
  }

  private String shown(Cell cell, Metric metric) {
    return text(metric, results.shown(cell, metric));
  }

  private static String text(Metric metric, OptionalDouble value) {
    return value.isPresent() ? metric.text(value.getAsDouble()) : "";
  }

  /** The CPU time a line of all components together; empty if no launch has it. */
  private String cpu(Cell cell) {
    DoubleSummaryStatistics known =
        Stream.of(Component.values())
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
        launches.flatMapToDouble(launch -> launch.value(metric).stream()).summaryStatistics();
    return metric.isOfTheWorst() || text.isEmpty() || all.getMin() == all.getMax()
        ? text
        : "%s (%s–%s)".formatted(text, metric.text(all.getMin()), metric.text(all.getMax()));
  }

  private static String number(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
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
    String format = estimate.hasInterval() ? "%.2f (%.2f–%.2f)" : estimate.n() == 0 ? "" : "%.2f";
    double low = estimate.low(Estimate.CONFIDENCE);
    return number(format, estimate.ratio(), low, estimate.high(Estimate.CONFIDENCE));
  }

  /** What most launches of a cell were limited by; empty if that was not measured. */
  private String limit(Cell cell) {
    Map<String, Long> limits =
        results
            .valid(cell)
            .filter(launch -> launch.value(Metric.BUSY).isPresent())
            .map(launch -> launch.limit().replaceAll(" \\d+ %", ""))
            .collect(Collectors.groupingBy(each -> each, Collectors.counting()));
    return limits.entrySet().stream()
        .max(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
        .map(Map.Entry::getKey)
        .orElse("");
  }
}
