package pipeline.lab.experiment.report;

import java.util.ArrayList;
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
  private final List<Elsewhere> elsewhere = new ArrayList<>();

  /** A line from elsewhere. */
  private record Elsewhere(String what, List<String> lines, Map<String, Double> points) {}

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
   * Adds a dashed line from elsewhere, in the colour of ours with the same settings. It is grey if
   * several of ours have them, and left out if none has.
   *
   * @param what it is, written beside it where the colour does not say so
   * @param settings levels by factor, without the factor that is drawn from left to right
   * @param points by the factor's level
   */
  void dashed(String what, Map<String, String> settings, Map<String, Double> points) {
    List<String> lines =
        results.design().cells().stream()
            .filter(
                cell ->
                    settings.entrySet().stream()
                        .allMatch(set -> set.getValue().equals(cell.level(set.getKey()))))
            .map(this::others)
            .distinct()
            .toList();
    if (!lines.isEmpty()) {
      elsewhere.add(new Elsewhere(what, lines, points));
    }
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
        elsewhere.stream()
            .flatMap(line -> factor.levels().stream().map(line.points()::get))
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue);
    Plot plot =
        new Plot(
            Axis.named(factor.name(), factor.levels()),
            // from 0, or noise would look like a difference
            Axis.of(
                metric.unit(),
                DoubleStream.concat(DoubleStream.of(0), DoubleStream.concat(ours, theirs))
                    .toArray()),
            LEFT,
            HEIGHT);
    elsewhere.forEach(line -> drawDashed(plot, line));
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
    if (factor.levels().stream().allMatch(Curves::isAmount)) {
      plot.line(colour, "", line.stream().mapToDouble(Double::doubleValue).toArray());
    }
  }

  /** Between names, such as those of designs, there is nothing that a line could show. */
  private static boolean isAmount(String level) {
    return Character.isDigit(level.charAt(0));
  }

  private void drawDashed(Plot plot, Elsewhere dashed) {
    List<String> lines = dashed.lines();
    int colour = lines.size() == 1 ? colour(others().indexOf(lines.get(0))) : GREY;
    List<Double> line = new ArrayList<>();
    for (int place = 0; place < factor.levels().size(); place++) {
      Double value = dashed.points().get(factor.levels().get(place));
      if (value != null) {
        line.addAll(List.of((double) place, value));
        plot.dot(place, value, colour, "hollow", dashed.what());
      }
    }
    if (!line.isEmpty()) {
      plot.line(colour, "dashed", line.stream().mapToDouble(Double::doubleValue).toArray());
      boolean isAlone =
          elsewhere.stream().filter(other -> other.lines().equals(lines)).count() == 1;
      if (colour == GREY || !isAlone) {
        plot.above(line.get(line.size() - 2), line.get(line.size() - 1), dashed.what());
      }
    }
  }
}
