package pipeline.lab.experiment.report;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import pipeline.lab.experiment.analysis.Analysis;
import pipeline.lab.experiment.analysis.Cell;
import pipeline.lab.experiment.analysis.Design;
import pipeline.lab.experiment.analysis.Design.Role;
import pipeline.lab.experiment.analysis.Launch;
import pipeline.lab.experiment.analysis.Metric;

/**
 * All that is known of an experiment. Immutable.
 *
 * @param command as it can be pasted into a shell
 * @param rounds that were asked for
 * @param margin differences below it do not matter
 * @param machine versions and sizes, by what they are of
 */
public record Results(
    String command,
    Design design,
    long seed,
    int rounds,
    double margin,
    long warmUp,
    Map<String, String> machine,
    List<Launch> launches) {

  /** The comparisons of these launches. */
  public Analysis analysis() {
    return new Analysis(design, launches, margin);
  }

  /** Launches of a cell; the control's are not among those of the base. */
  List<Launch> of(Cell cell) {
    return launches.stream()
        .filter(launch -> launch.slot().cell().equals(cell))
        .filter(launch -> launch.slot().role() != Role.CONTROL)
        .toList();
  }

  /** Launches of a cell whose numbers count. */
  Stream<Launch> valid(Cell cell) {
    return of(cell).stream().filter(Launch::isValid);
  }

  /** The median of the launches whose numbers count; empty if none has the metric. */
  OptionalDouble median(Cell cell, Metric metric) {
    return median(valid(cell).map(launch -> launch.value(metric)));
  }

  /** The median of all launches that were measured, whole or not. */
  OptionalDouble usual(Cell cell, Metric metric) {
    return median(of(cell).stream().map(launch -> launch.value(metric)));
  }

  private static OptionalDouble median(Stream<OptionalDouble> values) {
    double[] sorted = values.flatMapToDouble(OptionalDouble::stream).sorted().toArray();
    int middle = sorted.length / 2;
    if (sorted.length == 0) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2);
  }

  /** The largest value of all launches of a cell, whether or not their numbers count. */
  OptionalDouble most(Cell cell, Metric metric) {
    return of(cell).stream().flatMapToDouble(launch -> launch.value(metric).stream()).max();
  }

  /** What tables show of a cell: the worst launch of some metrics, else the median. */
  OptionalDouble shown(Cell cell, Metric metric) {
    return metric.isOfTheWorst() ? most(cell, metric) : median(cell, metric);
  }

  /** Whether the experiment only shows what a restart of the broker leaves, without throughput. */
  boolean isOfRestarts() {
    return has(Metric.WAITING_AFTER) && !has(Metric.PRIMARY);
  }

  private boolean has(Metric metric) {
    return launches.stream().anyMatch(launch -> launch.value(metric).isPresent());
  }

  /** The launch whose primary metric is the median of a cell's launches whose numbers count. */
  Optional<Launch> typical(Cell cell) {
    Comparator<Launch> byRate =
        Comparator.comparingDouble(launch -> launch.value(Metric.PRIMARY).orElse(0));
    return valid(cell).sorted(byRate).skip(valid(cell).count() / 2).findFirst();
  }

  /** The factors that stay as they are, as {@code name level}. */
  List<String> constants() {
    return design.factors().stream()
        .filter(factor -> !factor.isVaried())
        .map(factor -> factor.name() + " " + factor.base())
        .toList();
  }
}
