package pipeline.lab.experiment.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.design.Factor;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.Limit;
import pipeline.lab.experiment.result.Metric;
import pipeline.lab.experiment.statistics.Comparison;
import pipeline.lab.experiment.statistics.Estimate;

/**
 * All that is known of each cell, a row a cell: medians of its launches, and its differences from
 * the base. Immutable.
 */
final class CellTable {
  private static final double CONFIDENCE = 0.95;

  /** The stolen CPU time, in percent, from which a launch says little. */
  private static final double MUCH_STEAL = 2;

  /** How many times as slow as usual the machine may have been. */
  private static final double PROBE_RANGE = 1.15;

  /** The difference between the halves' rates that marks a launch which still warmed up. */
  private static final double MUCH_BETWEEN_HALVES = 0.2;

  /** Metrics of which the worst launch is shown. */
  private static final Set<Metric> WORST =
      Set.of(
          Metric.LONGEST_QUEUE,
          Metric.LOST,
          Metric.DOUBLED,
          Metric.LOST_WORDS,
          Metric.DOUBLED_WORDS);

  private final Results results;
  private final List<Map<String, String>> rows = new ArrayList<>();
  private final List<String> header;

  CellTable(Results results) {
    this.results = results;
    List<Comparison> throughput = results.analysis().cells(Metric.PRIMARY);
    List<Comparison> p99 = results.analysis().cells(Metric.P99);
    for (Cell cell : results.design().cells()) {
      int place = rows.size() - 1;
      rows.add(
          place < 0
              ? row(cell, Estimate.of(), Estimate.of())
              : row(cell, throughput.get(place).estimate(), p99.get(place).estimate()));
    }
    header =
        rows.get(0).keySet().stream()
            .filter(column -> rows.stream().anyMatch(row -> !row.get(column).isEmpty()))
            .toList();
  }

  /** Names of the columns of {@link #rows}, without those that say nothing in this experiment. */
  List<String> header() {
    return header;
  }

  /** The rows, one for each cell, the base first. */
  List<List<String>> rows() {
    return rows.stream().map(row -> header.stream().map(row::get).toList()).toList();
  }

  private Map<String, String> row(Cell cell, Estimate throughput, Estimate p99) {
    Map<String, String> row = new LinkedHashMap<>();
    for (Factor factor : results.design().varied()) {
      row.put(factor.name(), cell.level(factor.name()));
    }
    long valid = results.valid(cell).count();
    int all = results.of(cell).size();
    row.put("n", valid == all ? Integer.toString(all) : valid + "/" + all);
    row.put("ratio", text(throughput.ratio()));
    boolean known = throughput.hasInterval();
    row.put("low", known ? text(throughput.low(CONFIDENCE)) : "");
    row.put("high", known ? text(throughput.high(CONFIDENCE)) : "");
    row.put("p", known ? text(throughput.p()) : "");
    row.put("detectable", text(throughput.detectable()));
    row.put("p99 ratio", text(p99.ratio()));
    for (Metric metric : Metric.values()) {
      OptionalDouble value =
          WORST.contains(metric) ? results.most(cell, metric) : results.median(cell, metric);
      String unit = metric.unit().isEmpty() ? "" : ", " + metric.unit();
      row.put(metric.title() + unit, text(value.orElse(Double.NaN)));
    }
    row.put("limit", limit(results, cell));
    row.put("flags", flags(cell));
    return row;
  }

  /** A number with three digits or more; empty if it was not measured. */
  private static String text(double value) {
    if (!Double.isFinite(value)) {
      return "";
    }
    double size = Math.abs(value);
    return String.format(Locale.ROOT, size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : "%.3f", value);
  }

  /** What most launches of a cell were limited by; empty if that was not measured. */
  static String limit(Results results, Cell cell) {
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

  private String flags(Cell cell) {
    double usual =
        results
            .values(Metric.PROBE)
            .sorted()
            .skip(results.values(Metric.PROBE).count() / 2)
            .findFirst()
            .orElse(0);
    Map<String, Predicate<Launch>> signs = new LinkedHashMap<>();
    signs.put("slow machine", launch -> launch.value(Metric.PROBE).orElse(0) > usual * PROBE_RANGE);
    signs.put("CPU stolen", launch -> launch.value(Metric.STEAL).orElse(0) > MUCH_STEAL);
    signs.put(
        "rate rose", launch -> launch.value(Metric.HALVES).orElse(1) > 1 + MUCH_BETWEEN_HALVES);
    signs.put(
        "rate fell", launch -> launch.value(Metric.HALVES).orElse(1) < 1 - MUCH_BETWEEN_HALVES);
    List<String> flags = new ArrayList<>();
    signs.forEach(
        (name, sign) -> {
          long launches = results.of(cell).stream().filter(sign).count();
          if (launches > 0) {
            flags.add(name + " in " + launches);
          }
        });
    return String.join(", ", flags);
  }
}
