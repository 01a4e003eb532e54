package pipeline.lab.experiment.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.DoubleStream;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.report.Plot.Axis;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.Metric;
import pipeline.lab.experiment.statistics.Comparison;
import pipeline.lab.experiment.statistics.Estimate;
import pipeline.lab.system.Component;

/** The charts of a page. */
final class Charts {
  private static final double CONFIDENCE = 0.95;
  private static final int ROW = 30;
  private static final int FRAME = 60;
  private static final int HEIGHT = 300;
  private static final int NAMES = 210;
  private static final int NUMBERS = 76;
  private static final int LONGEST_NAME = 32;
  private static final double BAR = 16;

  private final Results results;
  private final List<Cell> cells;
  private final List<String> labels;

  Charts(Results results) {
    this.results = results;
    cells = results.design().cells();
    labels = cells.stream().map(results.design()::label).map(Charts::shortened).toList();
  }

  /** Of the page's palette, from 1 on. */
  static int colour(Component component) {
    return 1 + List.of(Component.values()).indexOf(component);
  }

  static String shortened(String label) {
    return label.length() <= LONGEST_NAME ? label : label.substring(0, LONGEST_NAME - 1) + "…";
  }

  private List<Comparison> effects() {
    List<Comparison> all = new ArrayList<>(results.analysis().factors());
    all.add(results.analysis().control());
    return all;
  }

  /** Whether any effect has an interval: a single round has none. */
  boolean hasEffects() {
    return effects().stream().map(Comparison::estimate).anyMatch(Estimate::hasInterval);
  }

  /** Effects of the factors and the control, with intervals, and the margin shaded. */
  String forest() {
    List<Comparison> all = effects();
    double[] ends =
        all.stream()
            .map(Comparison::estimate)
            .filter(Estimate::hasInterval)
            .flatMapToDouble(
                each ->
                    DoubleStream.of(percent(each.low(CONFIDENCE)), percent(each.high(CONFIDENCE))))
            .toArray();
    double margin = 100 * results.margin();
    double[] wide =
        DoubleStream.concat(Arrays.stream(ends), DoubleStream.of(-1.6 * margin, 1.6 * margin))
            .toArray();
    Plot plot =
        new Plot(
            Axis.of("change of throughput, %", wide),
            Axis.named("", all.stream().map(each -> shortened(each.what())).toList()),
            NAMES,
            FRAME + ROW * all.size());
    plot.band(-margin, margin);
    for (int row = 0; row < all.size(); row++) {
      Estimate estimate = all.get(row).estimate();
      if (estimate.hasInterval()) {
        int colour = all.get(row).kind() == Comparison.Kind.CONTROL ? 6 : 1;
        plot.line(
            colour,
            "thick",
            percent(estimate.low(CONFIDENCE)),
            row,
            percent(estimate.high(CONFIDENCE)),
            row);
        plot.dot(
            percent(estimate.ratio()),
            row,
            colour,
            "",
            all.get(row).what() + ": " + all.get(row).verdict());
      }
    }
    return plot.svg("Effects on throughput with 95 % intervals");
  }

  private static double percent(double ratio) {
    return 100 * (ratio - 1);
  }

  /** A dot a launch, lines joining a round, or each part of one. */
  String rounds() {
    Plot plot =
        new Plot(
            Axis.of("lines/s until counted", all(Metric.PRIMARY)),
            Axis.named("", labels),
            NAMES,
            FRAME + ROW * cells.size());
    Map<List<Integer>, List<Double>> joined = new LinkedHashMap<>();
    for (int row = 0; row < cells.size(); row++) {
      for (Launch launch : results.of(cells.get(row))) {
        if (launch.value(Metric.PRIMARY).isPresent()) {
          joined
              .computeIfAbsent(List.of(launch.slot().block()), none -> new ArrayList<>())
              .addAll(List.of(launch.value(Metric.PRIMARY).getAsDouble(), (double) row));
        }
      }
    }
    joined.values().forEach(line -> plot.line(6, "thin", numbers(line)));
    for (int row = 0; row < cells.size(); row++) {
      for (Launch launch : results.of(cells.get(row))) {
        int at = row;
        launch
            .value(Metric.PRIMARY)
            .ifPresent(
                rate ->
                    plot.dot(
                        rate,
                        at,
                        launch.isOk() ? 1 : 4,
                        launch.isOk() ? "" : "broken",
                        hint(launch, Metric.PRIMARY)));
      }
    }
    return plot.svg("Throughput of every launch, by cell");
  }

  private String hint(Launch launch, Metric metric) {
    return String.format(
        Locale.ROOT,
        "round %d, %s: %,.1f %s %s",
        launch.slot().block() + 1,
        results.design().label(launch.slot().cell()),
        launch.value(metric).orElse(Double.NaN),
        metric.unit(),
        launch.note());
  }

  /** Launches in the order they were made. */
  String order(Metric metric) {
    List<Launch> launches = results.launches();
    Plot plot =
        new Plot(
            new Axis("launch", 0, launches.size() + 1, List.of()),
            Axis.of(metric.unit(), all(metric)),
            NUMBERS,
            HEIGHT * 3 / 4);
    List<Double> line = new ArrayList<>();
    for (int i = 0; i < launches.size(); i++) {
      if (launches.get(i).value(metric).isPresent()) {
        line.addAll(List.of(i + 1.0, launches.get(i).value(metric).getAsDouble()));
      }
    }
    plot.line(6, "thin", numbers(line));
    for (int i = 0; i < launches.size(); i++) {
      Launch launch = launches.get(i);
      int at = i + 1;
      launch
          .value(metric)
          .ifPresent(
              value ->
                  plot.dot(at, value, metric == Metric.PROBE ? 3 : 1, "", hint(launch, metric)));
    }
    return plot.svg(metric.title() + " in the order of the launches");
  }

  /** CPU a line of each component, stacked. */
  String cpu() {
    double[] sums =
        cells.stream()
            .mapToDouble(
                cell ->
                    Arrays.stream(Component.values())
                        .mapToDouble(component -> cpu(cell, component))
                        .sum())
            .toArray();
    Plot plot =
        new Plot(
            Axis.of(
                "CPU a line, µs",
                DoubleStream.concat(DoubleStream.of(0.0001), Arrays.stream(sums)).toArray()),
            Axis.named("", labels),
            NAMES,
            FRAME + ROW * cells.size());
    for (int row = 0; row < cells.size(); row++) {
      double from = 0;
      for (Component component : Component.values()) {
        double used = cpu(cells.get(row), component);
        if (used > 0) {
          plot.bar(
              from,
              from + used,
              row,
              colour(component),
              BAR,
              String.format(Locale.ROOT, "%s: %.0f µs", component, used));
          from += used;
        }
      }
    }
    return plot.svg("CPU a line by part");
  }

  private double cpu(Cell cell, Component component) {
    return results.median(cell, Metric.cpu(component)).orElse(0);
  }

  /** Throughput against p99, a dot a cell. */
  String tradeOff() {
    Plot plot =
        new Plot(
            Axis.of("lines/s until counted", medians(Metric.PRIMARY)),
            Axis.of("p99, ms", medians(Metric.P99)),
            NUMBERS,
            HEIGHT);
    for (int i = 0; i < cells.size(); i++) {
      var rate = results.median(cells.get(i), Metric.PRIMARY);
      var p99 = results.median(cells.get(i), Metric.P99);
      if (rate.isPresent() && p99.isPresent()) {
        plot.dot(rate.getAsDouble(), p99.getAsDouble(), i == 0 ? 2 : 1, "", labels.get(i));
        if (cells.size() <= 4) {
          plot.words(rate.getAsDouble(), p99.getAsDouble(), labels.get(i));
        }
      }
    }
    return plot.svg("Throughput against the 99th percentile of response times");
  }

  private double[] all(Metric metric) {
    return results.values(metric).toArray();
  }

  private double[] medians(Metric metric) {
    return cells.stream().flatMapToDouble(cell -> results.median(cell, metric).stream()).toArray();
  }

  private static double[] numbers(List<Double> list) {
    return list.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
