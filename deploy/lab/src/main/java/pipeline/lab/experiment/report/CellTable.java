package pipeline.lab.experiment.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.design.Factor;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.Limit;
import pipeline.lab.experiment.result.Metric;
import pipeline.lab.experiment.statistics.Comparison;
import pipeline.lab.experiment.statistics.Estimate;
import pipeline.lab.system.Component;

/**
 * A row for each cell: the results of its launches, and its difference from the base. Immutable.
 */
final class CellTable {
  static final String NOTHING = "-";

  /** A stolen CPU, in percent, from which a launch says little. */
  private static final double MUCH_STEAL = 2;

  /** How much slower than usual the machine may have been. */
  private static final double PROBE_RANGE = 1.15;

  /** From which the second half's rate is not the first half's: a launch that still warmed up. */
  private static final double MUCH_BETWEEN_HALVES = 0.2;

  private static final List<Metric> OF_SOME_EXPERIMENTS =
      List.of(Metric.ROUND_TRIP_CLIENT, Metric.ROUND_TRIP_BROKER, Metric.ROUND_TRIP_CONSUMER);

  private final Results results;
  private final List<Comparison> throughput;
  private final List<Comparison> p99;
  private final List<Map<String, String>> rows = new ArrayList<>();
  private final List<String> header;

  CellTable(Results results) {
    this.results = results;
    throughput = results.analysis().cells(Metric.PRIMARY);
    p99 = results.analysis().cells(Metric.P99);
    for (int place = 0; place < results.design().cells().size(); place++) {
      rows.add(row(place));
    }
    header = rows.get(0).keySet().stream().filter(this::isKnown).toList();
  }

  /** Whether a column says anything: not every experiment measures everything. */
  private boolean isKnown(String column) {
    return rows.stream().anyMatch(row -> !row.get(column).equals(NOTHING));
  }

  /** Names of the columns of {@link #rows}. */
  List<String> header() {
    return header;
  }

  /** A row a cell, the base first. */
  List<List<String>> rows() {
    return rows.stream().map(row -> header.stream().map(row::get).toList()).toList();
  }

  private Map<String, String> row(int place) {
    Cell cell = results.design().cells().get(place);
    Optional<Comparison> against =
        place == 0 ? Optional.empty() : Optional.of(throughput.get(place - 1));
    Map<String, String> row = new LinkedHashMap<>();
    for (Factor factor : results.design().varied()) {
      row.put(factor.name(), cell.level(factor.name()));
    }
    long valid = results.valid(cell).count();
    int all = results.of(cell).size();
    row.put("n", valid == all ? Integer.toString(all) : valid + "/" + all);
    row.put("lines/s", median(cell, Metric.LINES_PER_SECOND, "%.0f"));
    row.put("vs base", against.map(CellTable::effect).orElse(NOTHING));
    row.put("95 % interval", against.map(CellTable::interval).orElse(NOTHING));
    row.put("p", number(against, Estimate::p, "%.3f").replace("0.000", "<0.001"));
    row.put("detectable", number(against, each -> 100 * each.detectable(), "%.1f %%"));
    row.put("requests/s", median(cell, Metric.REQUESTS_PER_SECOND, "%.0f"));
    row.put("mean ms", median(cell, Metric.MEAN, "%.2f"));
    row.put("p50 ms", median(cell, Metric.P50, "%.2f"));
    row.put("p90 ms", median(cell, Metric.P90, "%.2f"));
    row.put("p99 ms", median(cell, Metric.P99, "%.2f"));
    row.put("p99 vs base", place == 0 ? NOTHING : effect(p99.get(place - 1)));
    row.put("max ms", median(cell, Metric.MAX, "%.0f"));
    row.put("seconds", median(cell, Metric.WALL, "%.1f"));
    row.put("longest queue", text(results.most(cell, Metric.LONGEST_QUEUE), "%.0f"));
    row.put("waiting before", median(cell, Metric.WAITING_BEFORE, "%.0f"));
    row.put("waiting after", median(cell, Metric.WAITING_AFTER, "%.0f"));
    row.put("published/s", median(cell, Metric.PUBLISHED, "%.0f"));
    row.put("delivered/s", median(cell, Metric.DELIVERED, "%.0f"));
    row.put("acked/s", median(cell, Metric.ACKED, "%.0f"));
    row.put("lost", text(results.most(cell, Metric.LOST), "%.0f"));
    row.put("doubled", text(results.most(cell, Metric.DOUBLED), "%.0f"));
    row.put("words lost", text(results.most(cell, Metric.LOST_WORDS), "%.0f"));
    row.put("words doubled", text(results.most(cell, Metric.DOUBLED_WORDS), "%.0f"));
    for (Component component : Component.values()) {
      row.put("CPU µs/line " + component, median(cell, Metric.cpu(component), "%.0f"));
    }
    for (Component component : Component.values()) {
      row.put("wait for CPU µs/line " + component, median(cell, Metric.waiting(component), "%.0f"));
    }
    for (Metric metric : OF_SOME_EXPERIMENTS) {
      row.put(
          metric.title() + (metric.unit().equals("ms") ? " ms" : ""), median(cell, metric, "%.1f"));
    }
    row.put("limit was", limit(cell));
    row.put("flags", flags(cell));
    return row;
  }

  private String median(Cell cell, Metric metric, String format) {
    return text(results.median(cell, metric), format);
  }

  private static String number(
      Optional<Comparison> comparison, Function<Estimate, Double> what, String format) {
    return comparison
        .map(Comparison::estimate)
        .filter(Estimate::hasInterval)
        .map(what)
        .map(value -> String.format(Locale.ROOT, format, value))
        .orElse(NOTHING);
  }

  private static String text(OptionalDouble value, String format) {
    return value.isPresent() ? String.format(Locale.ROOT, format, value.getAsDouble()) : NOTHING;
  }

  /** Such as {@code +12.0 %}. */
  static String effect(Comparison comparison) {
    Estimate estimate = comparison.estimate();
    return estimate.n() == 0
        ? NOTHING
        : String.format(Locale.ROOT, "%+.1f %%", 100 * (estimate.ratio() - 1));
  }

  /** Such as {@code -1.2 to 3.4}. */
  static String interval(Comparison comparison) {
    Estimate estimate = comparison.estimate();
    return estimate.hasInterval()
        ? String.format(
            Locale.ROOT,
            "%.1f to %.1f",
            100 * (estimate.low(0.95) - 1),
            100 * (estimate.high(0.95) - 1))
        : NOTHING;
  }

  /** What most of its launches were limited by. */
  private String limit(Cell cell) {
    Map<String, Long> limits =
        results
            .valid(cell)
            .filter(launch -> launch.value(Metric.BUSY).isPresent())
            .map(launch -> Limit.of(launch).replaceAll(" \\d+ %", ""))
            .collect(Collectors.groupingBy(each -> each, Collectors.counting()));
    return limits.entrySet().stream()
        .max(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
        .map(Map.Entry::getKey)
        .orElse(NOTHING);
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
