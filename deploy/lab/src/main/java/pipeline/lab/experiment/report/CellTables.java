package pipeline.lab.experiment.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Predicate;
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

  /** The stolen CPU time, in percent, from which a launch says little. */
  private static final double MUCH_STEAL = 2;

  /** How many times as slow as usual the machine may have been. */
  private static final double PROBE_RANGE = 1.15;

  /** The difference between the halves' rates that marks a launch which still warmed up. */
  private static final double MUCH_BETWEEN_HALVES = 0.2;

  /** Metrics of which the worst launch is shown, whether or not its numbers count. */
  static final Set<Metric> WORST =
      Set.of(
          Metric.LONGEST_QUEUE,
          Metric.LOST,
          Metric.DOUBLED,
          Metric.LOST_WORDS,
          Metric.DOUBLED_WORDS);

  private CellTables() {}

  /** What a page shows, in eight columns at most. */
  static Table summary(Results results) {
    List<Map<String, String>> rows = new ArrayList<>();
    for (Estimate estimate : againstBase(results, Metric.PRIMARY)) {
      Cell cell = results.design().cells().get(rows.size());
      Map<String, String> row = new LinkedHashMap<>();
      row.put("combination", results.design().label(cell));
      row.put("lines/s", text("%,.0f", results.median(cell, Metric.PRIMARY)));
      row.put("÷ base", quotient(estimate));
      row.put("p99, ms", text("%,.2f", results.median(cell, Metric.P99)));
      row.put("longest queue", text("%,.0f", results.most(cell, Metric.LONGEST_QUEUE)));
      row.put("waiting before", text("%,.0f", results.median(cell, Metric.WAITING_BEFORE)));
      row.put("waiting after", text("%,.0f", results.median(cell, Metric.WAITING_AFTER)));
      row.put("lost", text("%,.0f", results.most(cell, Metric.LOST)));
      row.put("CPU a line, µs", text("%,.0f", cpu(results, cell)));
      row.put("limit", limit(results, cell));
      rows.add(row);
    }
    return Table.of(rows);
  }

  /** All that is known. */
  static Table wide(Results results) {
    List<Estimate> throughput = againstBase(results, Metric.PRIMARY);
    List<Estimate> p99 = againstBase(results, Metric.P99);
    List<Map<String, String>> rows = new ArrayList<>();
    for (Estimate estimate : throughput) {
      Cell cell = results.design().cells().get(rows.size());
      Map<String, String> row = levels(results, cell);
      row.put("n", count(results, cell));
      row.put("ratio", text(estimate.ratio()));
      boolean known = estimate.hasInterval();
      row.put("low", known ? text(estimate.low(CONFIDENCE)) : "");
      row.put("high", known ? text(estimate.high(CONFIDENCE)) : "");
      row.put("p", known ? text(estimate.p()) : "");
      row.put("detectable", text(estimate.detectable()));
      row.put("p99 ratio", text(p99.get(rows.size()).ratio()));
      for (Metric metric : Metric.values()) {
        String unit = metric.unit().isEmpty() ? "" : ", " + metric.unit();
        row.put(metric.title() + unit, text(usual(results, cell, metric).orElse(Double.NaN)));
      }
      row.put("limit", limit(results, cell));
      row.put("flags", flags(results, cell));
      rows.add(row);
    }
    return Table.of(rows);
  }

  /** Medians with the lowest and the highest launch, as a bench shows them. */
  static Table bench(Results results, List<Metric> shown) {
    Design design = results.design();
    List<Map<String, String>> rows = new ArrayList<>();
    for (Estimate estimate : againstBase(results, Metric.PRIMARY)) {
      Cell cell = design.cells().get(rows.size());
      Map<String, String> row = new LinkedHashMap<>();
      if (design.isOneAtATime()) {
        row.put("changed", rows.isEmpty() ? "nothing" : design.changed(cell).get(0));
      } else {
        row.putAll(levels(results, cell));
      }
      row.put("n", count(results, cell));
      for (Metric metric : shown) {
        row.put(column(metric), range(results, cell, metric));
        if (metric == Metric.PRIMARY) {
          row.put("÷ base", quotient(estimate));
        }
      }
      rows.add(row);
    }
    return Table.of(rows);
  }

  /** The estimate of each cell against the base; the base's own has no value. */
  private static List<Estimate> againstBase(Results results, Metric metric) {
    Stream<Estimate> others = results.analysis().cells(metric).stream().map(Comparison::estimate);
    return Stream.concat(Stream.of(Estimate.of()), others).toList();
  }

  private static Map<String, String> levels(Results results, Cell cell) {
    Map<String, String> levels = new LinkedHashMap<>();
    results
        .design()
        .varied()
        .forEach(factor -> levels.put(factor.name(), cell.level(factor.name())));
    return levels;
  }

  /** The launches whose numbers count, of all if they are fewer. */
  private static String count(Results results, Cell cell) {
    long valid = results.valid(cell).count();
    int all = results.of(cell).size();
    return valid == all ? Integer.toString(all) : valid + "/" + all;
  }

  /** The worst launch of some metrics, else the median. */
  static OptionalDouble usual(Results results, Cell cell, Metric metric) {
    return WORST.contains(metric) ? results.most(cell, metric) : results.median(cell, metric);
  }

  /** The CPU time a line of all components together; empty if no launch has it. */
  private static OptionalDouble cpu(Results results, Cell cell) {
    DoubleSummaryStatistics known =
        Arrays.stream(Component.values())
            .map(component -> results.median(cell, Metric.cpu(component)))
            .flatMapToDouble(OptionalDouble::stream)
            .summaryStatistics();
    return known.getCount() == 0 ? OptionalDouble.empty() : OptionalDouble.of(known.getSum());
  }

  private static String column(Metric metric) {
    return switch (metric) {
      case LINES_PER_SECOND -> "lines/s";
      case LOST, LONGEST_QUEUE -> metric.title();
      default -> metric.title() + ", " + metric.unit().replace("/line", " a line");
    };
  }

  /** The median and the range, such as {@code 29,608 (26,642–30,833)}; empty if not measured. */
  private static String range(Results results, Cell cell, Metric metric) {
    String format =
        switch (metric) {
          case P50, P99 -> "%,.2f";
          case CPU_CLIENT, CPU_SERVER, CPU_BROKER, CPU_CONSUMER -> "%,.1f";
          default -> "%,.0f";
        };
    String usual = text(format, usual(results, cell, metric));
    DoubleSummaryStatistics all =
        results
            .valid(cell)
            .map(launch -> launch.value(metric))
            .flatMapToDouble(OptionalDouble::stream)
            .summaryStatistics();
    return WORST.contains(metric) || usual.isEmpty() || all.getMin() == all.getMax()
        ? usual
        : "%s (%s–%s)".formatted(usual, number(format, all.getMin()), number(format, all.getMax()));
  }

  private static String text(String format, OptionalDouble value) {
    return value.isPresent() ? number(format, value.getAsDouble()) : "";
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

  private static String flags(Results results, Cell cell) {
    double[] probes = results.values(Metric.PROBE).sorted().toArray();
    double usual = probes.length == 0 ? 0 : probes[probes.length / 2];
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
