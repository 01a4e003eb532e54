package pipeline.lab.experiment.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.Metric;
import pipeline.lab.experiment.statistics.Comparison;
import pipeline.lab.experiment.statistics.Estimate;
import pipeline.rig.Component;

/**
 * A chart as data; how it is drawn is known by {@code results.js}. Immutable.
 *
 * @param about a sentence under the title, may be empty
 * @param values what the axis of numbers is of
 * @param across what the labels are of, may be empty
 * @param labels of the other axis
 * @param margin half the width of what is shaded; 0 for nothing
 */
record Chart(
    Kind kind,
    String title,
    String about,
    String values,
    String across,
    List<String> labels,
    List<Series> series,
    double margin) {
  private static final double CONFIDENCE = 0.95;
  private static final int COLOURS = 6;

  /** How the series are drawn. */
  enum Kind {
    LINES,
    /** Horizontal intervals from the low end to the high one, one below the other. */
    INTERVALS,
    /** Stacked horizontal bars, one below the other. */
    BARS
  }

  /**
   * Numbers of the labels, null where there is none.
   *
   * @param colour from 1 on
   * @param look of a line
   * @param ends of intervals; empty for none
   */
  record Series(String name, int colour, Look look, List<Double> values, List<List<Double>> ends) {}

  /** How a line is drawn. */
  enum Look {
    LINE,
    /** Points without a line, for labels such as the names of designs. */
    POINTS,
    DASHED,
    /** A line that is not shown before it is asked for. */
    HIDDEN
  }

  static int colour(int series) {
    return series % COLOURS + 1;
  }

  /** A series of numbers without intervals. */
  static Series series(String name, int colour, Look look, Stream<OptionalDouble> values) {
    List<Double> all = new ArrayList<>();
    values.forEach(value -> all.add(value.isPresent() ? value.getAsDouble() : null));
    return new Series(name, colour, look, all, List.of());
  }

  /** Effects of the factors and the control on throughput, with intervals. */
  static Chart effects(Results results) {
    List<Comparison> all = new ArrayList<>(results.analysis().factors());
    all.add(results.analysis().control());
    all.removeIf(each -> each.isInvalid() || !each.estimate().hasInterval());
    List<Double> middles = new ArrayList<>();
    List<List<Double>> ends = new ArrayList<>();
    for (Comparison comparison : all) {
      Estimate estimate = comparison.estimate();
      middles.add(percent(estimate.ratio()));
      ends.add(List.of(percent(estimate.low(CONFIDENCE)), percent(estimate.high(CONFIDENCE))));
    }
    return new Chart(
        Kind.INTERVALS,
        "Effects",
        "Change of throughput with its 95 % interval, over all settings of the other factors. What is shaded is below the margin; the control is the base against itself.",
        "%",
        "",
        all.stream().map(Comparison::what).toList(),
        List.of(new Series("effect", 1, Look.POINTS, middles, ends)),
        100 * results.margin());
  }

  private static double percent(double ratio) {
    return 100 * (ratio - 1);
  }

  /** CPU a line of each component, a bar for each cell. */
  static Chart cpu(Results results) {
    List<Cell> cells = results.design().cells();
    List<Component> components = List.of(Component.values());
    return new Chart(
        Kind.BARS,
        "CPU a line",
        "Of all processes of a component, from the first request to the last line counted.",
        "µs",
        "",
        cells.stream().map(results.design()::label).toList(),
        components.stream()
            .map(
                component ->
                    series(
                        component.toString(),
                        colour(components.indexOf(component)),
                        Look.LINE,
                        cells.stream().map(cell -> results.median(cell, Metric.cpu(component)))))
            .toList(),
        0);
  }

  /** The queue's length over the time of a typical launch of each cell. */
  static Chart queues(Results results) {
    List<Cell> cells = results.design().cells();
    List<List<Integer>> queues =
        cells.stream()
            .map(cell -> results.typical(cell).map(Launch::queue).orElse(List.of()))
            .toList();
    int longest = queues.stream().mapToInt(List::size).max().orElse(0);
    return new Chart(
        Kind.LINES,
        "Queue",
        "Of the launch of median throughput. A click on a name shows or hides its line.",
        "messages",
        "seconds",
        IntStream.range(0, longest).mapToObj(Integer::toString).toList(),
        IntStream.range(0, cells.size())
            .mapToObj(
                place ->
                    series(
                        results.design().label(cells.get(place)),
                        colour(place),
                        place < 2 ? Look.LINE : Look.HIDDEN,
                        queues.get(place).stream().map(OptionalDouble::of)))
            .toList(),
        0);
  }

  /** A metric of every launch, in the order that they were made in. */
  static Chart order(Results results, String title, Metric... metrics) {
    List<Launch> launches = results.launches();
    return new Chart(
        Kind.LINES,
        title,
        "In the order of the launches: a drift is the machine's, and rounds keep it out of the effects.",
        metrics[0].unit(),
        "launch",
        IntStream.rangeClosed(1, launches.size()).mapToObj(Integer::toString).toList(),
        Arrays.stream(metrics)
            .map(
                metric ->
                    series(
                        metric.title(),
                        1,
                        Look.POINTS,
                        launches.stream().map(launch -> launch.value(metric))))
            .toList(),
        0);
  }

  /** The chart as data for {@link Page}. */
  Map<String, Object> data() {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("kind", word(kind));
    data.put("title", title);
    data.put("about", about);
    data.put("values", values);
    data.put("across", across);
    data.put("labels", labels);
    data.put("margin", margin);
    List<Object> all = new ArrayList<>();
    for (Series each : series) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("name", each.name());
      one.put("colour", each.colour());
      one.put("look", word(each.look()));
      one.put("values", each.values());
      one.put("ends", each.ends());
      all.add(one);
    }
    data.put("series", all);
    return data;
  }

  private static String word(Enum<?> name) {
    return name.name().toLowerCase(Locale.ROOT);
  }
}
