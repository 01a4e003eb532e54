package pipeline.lab.experiment.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import pipeline.lab.experiment.analysis.Cell;
import pipeline.lab.experiment.analysis.Comparison;
import pipeline.lab.experiment.analysis.Estimate;
import pipeline.lab.experiment.analysis.Factor;
import pipeline.lab.experiment.analysis.Launch;
import pipeline.lab.experiment.analysis.Metric;
import pipeline.rig.Component;

/**
 * A chart as data; how it is drawn is known by {@code results.js}. Immutable.
 *
 * @param kind {@code lines}; {@code intervals} from the low end to the high one, or stacked {@code
 *     bars}, which lie one below the other
 * @param about a sentence under the title, may be empty
 * @param values what the axis of numbers is of
 * @param across what the labels are of, may be empty
 * @param labels of the other axis
 * @param margin half the width of what is shaded; 0 for nothing
 */
record Chart(
    String kind,
    String title,
    String about,
    String values,
    String across,
    List<String> labels,
    List<Series> series,
    double margin) {
  static final String LINE = "line";

  /** Points without a line, for labels such as the names of designs. */
  static final String POINTS = "points";

  static final String DASHED = "dashed";

  /** A line that is not shown before it is asked for. */
  private static final String HIDDEN = "hidden";

  private static final String LINES = "lines";
  private static final int COLOURS = 6;

  /**
   * Numbers of the labels, null where there is none.
   *
   * @param colour from 1 on
   * @param look of a line
   * @param ends of intervals; empty for none
   */
  record Series(
      String name, int colour, String look, List<Double> values, List<List<Double>> ends) {

    /** A series without intervals, in the colour of that place. */
    static Series of(String name, int place, String look, Stream<OptionalDouble> values) {
      List<Double> all =
          values.map(value -> value.isPresent() ? (Double) value.getAsDouble() : null).toList();
      return new Series(name, place % COLOURS + 1, look, all, List.of());
    }
  }

  /** This chart with another title and sentence. */
  Chart titled(String other, String sentence) {
    return new Chart(kind, other, sentence, values, across, labels, series, margin);
  }

  /** Effects of the factors and the control on throughput, with intervals. */
  static Chart effects(Results results) {
    List<Comparison> all =
        results.analysis().withControl(Metric.PRIMARY).stream()
            .filter(each -> !each.isInvalid() && each.estimate().hasInterval())
            .toList();
    List<Estimate> estimates = all.stream().map(Comparison::estimate).toList();
    Series effect =
        new Series(
            "effect",
            1,
            POINTS,
            estimates.stream().map(each -> percent(each.ratio())).toList(),
            estimates.stream()
                .map(
                    e ->
                        List.of(
                            percent(e.low(Estimate.CONFIDENCE)),
                            percent(e.high(Estimate.CONFIDENCE))))
                .toList());
    return new Chart(
        "intervals",
        "Effects",
        "Change of throughput with its 95 % interval, over all settings of the other factors. What"
            + " is shaded is below the margin; the control is the base against itself.",
        "%",
        "",
        all.stream().map(Comparison::what).toList(),
        List.of(effect),
        100 * results.margin());
  }

  private static double percent(double ratio) {
    return 100 * (ratio - 1);
  }

  /** CPU a line of each component, a bar for each cell. */
  static Chart cpu(Results results) {
    List<Cell> cells = results.design().cells();
    List<Series> components = new ArrayList<>();
    for (Component part : Component.values()) {
      Stream<OptionalDouble> cpu = cells.stream().map(c -> results.median(c, Metric.cpu(part)));
      components.add(Series.of(part.toString(), components.size(), LINE, cpu));
    }
    return new Chart(
        "bars",
        "CPU a line",
        "Of all processes of a component, from the first request to the last line counted.",
        "µs",
        "",
        cells.stream().map(results.design()::label).toList(),
        components,
        0);
  }

  /** The queue's length over the time of a typical launch of each cell. */
  static Chart queues(Results results) {
    List<Series> queues = new ArrayList<>();
    for (Cell cell : results.design().cells()) {
      List<Integer> queue = results.typical(cell).map(Launch::queue).orElse(List.of());
      String look = queues.size() < 2 ? LINE : HIDDEN;
      String label = results.design().label(cell);
      queues.add(Series.of(label, queues.size(), look, queue.stream().map(OptionalDouble::of)));
    }
    int longest = queues.stream().mapToInt(queue -> queue.values().size()).max().orElse(0);
    return new Chart(
        LINES,
        "Queue",
        "Of the launch of median throughput. A click on a name shows or hides its line.",
        "messages",
        "seconds",
        IntStream.range(0, longest).mapToObj(Integer::toString).toList(),
        queues,
        0);
  }

  /** The throughput of every launch, in the order that they were made in. */
  static Chart order(Results results) {
    Metric metric = Metric.PRIMARY;
    Stream<OptionalDouble> all = results.launches().stream().map(each -> each.value(metric));
    Series points = Series.of(metric.title(), 0, POINTS, all);
    return new Chart(
        LINES,
        "Throughput of every launch",
        "In the order of the launches: a drift is the machine's, and rounds keep it out of the"
            + " effects.",
        metric.unit(),
        "launch",
        IntStream.rangeClosed(1, points.values().size()).mapToObj(Integer::toString).toList(),
        List.of(points),
        0);
  }

  /**
   * Numbers against a factor, a line for each setting of the others, and beside them dashed lines
   * from elsewhere, such as a report's.
   *
   * @param across the factor whose levels run from left to right
   * @param ours what is drawn of a cell
   * @param named the dashed line that a cell is on; it is drawn once, in the colour of our first
   *     line with such cells
   * @param theirs what is dashed of a cell
   */
  static Chart curves(
      Results results,
      Factor across,
      Metric metric,
      Function<Cell, OptionalDouble> ours,
      Function<Cell, String> named,
      Function<Cell, OptionalDouble> theirs) {
    Map<String, List<Cell>> settings =
        results.design().cells().stream()
            .collect(
                Collectors.groupingBy(
                    cell -> others(results, across, cell),
                    LinkedHashMap::new,
                    Collectors.toList()));
    boolean areAmounts =
        across.levels().stream().allMatch(level -> Character.isDigit(level.charAt(0)));
    String look = areAmounts ? LINE : POINTS;
    List<Series> series = new ArrayList<>();
    Map<String, Series> dashed = new LinkedHashMap<>();
    settings.forEach(
        (setting, cells) -> {
          int place = series.size();
          String name = setting.isEmpty() ? metric.title() : setting;
          series.add(Series.of(name, place, look, along(across, cells, ours)));
          String other = named.apply(cells.get(0));
          dashed.putIfAbsent(other, Series.of(other, place, DASHED, along(across, cells, theirs)));
        });
    dashed.values().stream()
        .filter(line -> line.values().stream().anyMatch(Objects::nonNull))
        .forEach(series::add);
    return new Chart(
        LINES, metric.title(), "", metric.unit(), across.name(), across.levels(), series, 0);
  }

  /** The numbers of cells by their level of a factor, in the order of the levels. */
  private static Stream<OptionalDouble> along(
      Factor factor, List<Cell> cells, Function<Cell, OptionalDouble> numbers) {
    return factor.levels().stream()
        .map(
            level ->
                cells.stream()
                    .filter(cell -> cell.level(factor.name()).equals(level))
                    .map(numbers)
                    .findFirst()
                    .orElse(OptionalDouble.empty()));
  }

  /** The levels of a cell but that of one factor. */
  private static String others(Results results, Factor factor, Cell cell) {
    return results.design().varied().stream()
        .filter(other -> !other.equals(factor))
        .map(other -> other.name() + " " + cell.level(other.name()))
        .collect(Collectors.joining(", "));
  }
}
