package pipeline.lab.experiment.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.design.Factor;
import pipeline.lab.experiment.report.Plot.Axis;
import pipeline.lab.experiment.result.Metric;

/**
 * Numbers of cells, medians unless said, against the levels of a factor, a line for each setting of
 * the other factors.
 */
final class Curves {
  private static final int LEFT = 76;
  private static final int HEIGHT = 300;
  private static final int COLOURS = 5;
  private static final int GREY = 6;

  private final Results results;
  private final Factor factor;
  private final BiFunction<Cell, Metric, OptionalDouble> numbers;
  private final Map<String, Map<String, Double>> dashed = new LinkedHashMap<>();

  Curves(Results results, Factor factor) {
    this(results, factor, results::median);
  }

  /**
   * @param numbers what is drawn of a cell
   */
  Curves(Results results, Factor factor, BiFunction<Cell, Metric, OptionalDouble> numbers) {
    this.results = results;
    this.factor = factor;
    this.numbers = numbers;
  }

  /**
   * Adds a grey line from elsewhere.
   *
   * @param points by the factor's level
   */
  Curves dashed(String what, Map<String, Double> points) {
    dashed.put(what, points);
    return this;
  }

  /** A line's colour for each setting of the other factors, none if there is only one; HTML. */
  String keys() {
    List<String> others = others();
    return others.size() < 2
        ? ""
        : IntStream.range(0, others.size())
            .mapToObj(i -> HtmlPage.key(colour(i), others.get(i)))
            .collect(Collectors.joining(" "));
  }

  private static int colour(int line) {
    return line % COLOURS + 1;
  }

  private List<String> others() {
    return results.design().cells().stream().map(this::others).distinct().toList();
  }

  private String others(Cell cell) {
    return results.design().varied().stream()
        .filter(other -> !other.equals(factor))
        .map(other -> other.name() + " " + cell.level(other.name()))
        .collect(Collectors.joining(", "));
  }

  /** The chart of a metric. */
  String of(Metric metric) {
    DoubleStream ours =
        results.design().cells().stream()
            .flatMapToDouble(cell -> numbers.apply(cell, metric).stream());
    DoubleStream theirs =
        dashed.values().stream()
            .flatMap(points -> factor.levels().stream().map(points::get))
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue);
    Plot plot =
        new Plot(
            Axis.named(factor.name(), factor.levels()),
            Axis.of(metric.unit(), DoubleStream.concat(ours, theirs).toArray()),
            LEFT,
            HEIGHT);
    dashed.forEach((what, points) -> drawDashed(plot, what, points));
    List<String> others = others();
    for (int line = 0; line < others.size(); line++) {
      draw(plot, metric, others.get(line), colour(line));
    }
    return plot.svg(metric.title() + " against " + factor.name());
  }

  private void draw(Plot plot, Metric metric, String others, int colour) {
    List<Double> line = new ArrayList<>();
    for (Cell cell : results.design().cells()) {
      OptionalDouble value = numbers.apply(cell, metric);
      if (value.isPresent() && others(cell).equals(others)) {
        double at = factor.levels().indexOf(cell.level(factor.name()));
        line.addAll(List.of(at, value.getAsDouble()));
        plot.dot(at, value.getAsDouble(), colour, "", results.design().label(cell));
      }
    }
    plot.line(colour, "", line.stream().mapToDouble(Double::doubleValue).toArray());
  }

  private void drawDashed(Plot plot, String what, Map<String, Double> points) {
    List<Double> line = new ArrayList<>();
    for (int place = 0; place < factor.levels().size(); place++) {
      Double value = points.get(factor.levels().get(place));
      if (value != null) {
        line.addAll(List.of((double) place, value));
        plot.dot(place, value, GREY, "", what);
      }
    }
    if (!line.isEmpty()) {
      plot.line(GREY, "dashed", line.stream().mapToDouble(Double::doubleValue).toArray());
      plot.above(line.get(line.size() - 2), line.get(line.size() - 1), what);
    }
  }
}
