package pipeline.lab.experiment.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.design.Design;
import pipeline.lab.experiment.result.Metric;
import pipeline.lab.experiment.statistics.Comparison;

/**
 * Cells beside their base: medians with the lowest and the highest launch, and how many times the
 * lines a second of the base they have. Immutable.
 */
final class BenchTable implements GridTable {
  /** Every column that a bench can have. */
  static final List<Metric> METRICS =
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

  private final Results results;
  private final List<Metric> shown;
  private final List<Comparison> against;

  /**
   * @param shown the columns; what was not measured is left out
   */
  BenchTable(Results results, List<Metric> shown) {
    this.results = results;
    this.shown = shown;
    against = results.analysis().cells(Metric.PRIMARY);
  }

  @Override
  public List<String> header() {
    return List.copyOf(row(0).keySet());
  }

  @Override
  public List<List<String>> rows() {
    return Stream.iterate(0, place -> place + 1)
        .limit(results.design().cells().size())
        .map(place -> List.copyOf(row(place).values()))
        .toList();
  }

  @Override
  public List<Metric> metrics() {
    return shown.stream().filter(metric -> results.values(metric).findAny().isPresent()).toList();
  }

  @Override
  public OptionalDouble ours(Cell cell, Metric metric) {
    return results.median(cell, metric);
  }

  private Map<String, String> row(int place) {
    Cell cell = results.design().cells().get(place);
    Map<String, String> row = new LinkedHashMap<>();
    Design design = results.design();
    if (design.isOneAtATime()) {
      row.put("changed", place == 0 ? "nothing" : design.changed(cell).get(0));
    } else {
      design.varied().forEach(factor -> row.put(factor.name(), cell.level(factor.name())));
    }
    long valid = results.valid(cell).count();
    int all = results.of(cell).size();
    row.put("n", valid == all ? Integer.toString(all) : valid + "/" + all);
    for (Metric metric : metrics()) {
      row.put(column(metric), range(metric, cell));
      if (metric == Metric.PRIMARY && !against.isEmpty()) {
        row.put(
            "÷ base", place == 0 ? "" : SummaryTable.quotient(against.get(place - 1).estimate()));
      }
    }
    return row;
  }

  private static String column(Metric metric) {
    return switch (metric) {
      case LINES_PER_SECOND -> "lines/s";
      case LOST, LONGEST_QUEUE -> metric.title();
      default -> metric.title() + ", " + metric.unit().replace("/line", " a line");
    };
  }

  /** The median and the range, such as {@code 29,608 (26,642–30,833)}; empty if not measured. */
  private String range(Metric metric, Cell cell) {
    if (metric == Metric.LOST || metric == Metric.LONGEST_QUEUE) {
      // the worst launch, whether or not its numbers count
      OptionalDouble most = results.most(cell, metric);
      return most.isPresent() ? text(metric, most.getAsDouble()) : "";
    }
    return results
        .range(cell, metric)
        .map(
            range ->
                range.low() == range.high()
                    ? text(metric, range.median())
                    : "%s (%s–%s)"
                        .formatted(
                            text(metric, range.median()),
                            text(metric, range.low()),
                            text(metric, range.high())))
        .orElse("");
  }

  private static String text(Metric metric, double value) {
    return String.format(Locale.ROOT, decimals(metric), value);
  }

  private static String decimals(Metric metric) {
    return switch (metric) {
      case P50, P99 -> "%,.2f";
      case CPU_CLIENT, CPU_SERVER, CPU_BROKER, CPU_CONSUMER -> "%,.1f";
      default -> "%,.0f";
    };
  }
}
