package pipeline.lab.experiment.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.design.Factor;
import pipeline.lab.experiment.report.Chart.Kind;
import pipeline.lab.experiment.report.Chart.Look;
import pipeline.lab.experiment.report.Chart.Series;
import pipeline.lab.experiment.result.Metric;

/**
 * Charts of metrics against a factor, a line for each setting of the others.
 *
 * @param factor whose levels run from left to right
 * @param numbers what is drawn of a cell
 */
record Curves(Results results, Factor factor, BiFunction<Cell, Metric, OptionalDouble> numbers) {

  /**
   * A curve from elsewhere, such as a report's.
   *
   * @param settings levels by factor, without the one that runs from left to right
   * @param points by that factor's level
   */
  record Elsewhere(String name, Map<String, String> settings, Map<String, Double> points) {}

  /**
   * The chart of a metric.
   *
   * @param about a sentence under the title, may be empty
   * @param elsewhere gets dashed lines, in the colour of ours with the same settings; it is left
   *     out if none of ours has them
   */
  Chart of(String title, String about, Metric metric, List<Elsewhere> elsewhere) {
    List<Cell> cells = results.design().cells();
    List<String> settings = cells.stream().map(this::others).distinct().toList();
    Look look = factor.levels().stream().allMatch(Curves::isAmount) ? Look.LINE : Look.POINTS;
    List<Series> series = new ArrayList<>();
    for (String setting : settings) {
      series.add(
          Chart.series(
              setting.isEmpty() ? metric.title() : setting,
              Chart.colour(settings.indexOf(setting)),
              look,
              factor.levels().stream()
                  .map(
                      level ->
                          cells.stream()
                              .filter(cell -> cell.level(factor.name()).equals(level))
                              .filter(cell -> others(cell).equals(setting))
                              .map(cell -> numbers.apply(cell, metric))
                              .findFirst()
                              .orElse(OptionalDouble.empty()))));
    }
    for (Elsewhere line : elsewhere) {
      cells.stream()
          .filter(
              cell ->
                  line.settings().entrySet().stream()
                      .allMatch(set -> set.getValue().equals(cell.level(set.getKey()))))
          .findFirst()
          .ifPresent(
              same ->
                  series.add(
                      Chart.series(
                          line.name(),
                          Chart.colour(settings.indexOf(others(same))),
                          Look.DASHED,
                          factor.levels().stream()
                              .map(line.points()::get)
                              .map(
                                  value ->
                                      value == null
                                          ? OptionalDouble.empty()
                                          : OptionalDouble.of(value)))));
    }
    return new Chart(
        Kind.LINES, title, about, metric.unit(), factor.name(), factor.levels(), series, 0);
  }

  private String others(Cell cell) {
    return results.design().varied().stream()
        .filter(other -> !other.equals(factor))
        .map(other -> other.name() + " " + cell.level(other.name()))
        .collect(Collectors.joining(", "));
  }

  private static boolean isAmount(String level) {
    return Character.isDigit(level.charAt(0));
  }
}
