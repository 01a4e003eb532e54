package pipeline.lab.experiment.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.design.Factor;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.Metric;
import pipeline.lab.experiment.run.Input;
import pipeline.lab.experiment.run.Setting;
import pipeline.lab.experiment.statistics.BlockMeans;

/**
 * What an experiment has measured with one build, to be compared with that of another. Immutable.
 *
 * @param path of the directory
 */
record BuildResults(Path path, Plan plan, List<Launch> launches) {
  /** With fewer there is no interval. */
  private static final int FEWEST_ROUNDS = 2;

  /** Those that have a throughput: a restart of the broker leaves none. */
  List<Cell> cells() {
    return plan.design().cells().stream().filter(cell -> !Setting.restartsBroker(cell)).toList();
  }

  /** Means of the logarithms, one a round: a lost launch of a slow cell makes no round faster. */
  double[] logs(Collection<Cell> cells) {
    Map<Integer, List<Launch>> rounds =
        launches.stream()
            .collect(
                Collectors.groupingBy(
                    launch -> launch.slot().block(), TreeMap::new, Collectors.toList()));
    return BlockMeans.of(
        rounds.values().stream()
            .map(round -> cells.stream().mapToDouble(cell -> log(round, cell)).toArray())
            .toList());
  }

  /** Of the base a round has several launches. */
  private static double log(List<Launch> round, Cell cell) {
    return round.stream()
        .filter(launch -> launch.slot().cell().equals(cell) && counts(launch))
        .mapToDouble(launch -> Math.log(launch.value(Metric.PRIMARY).orElseThrow()))
        .average()
        .orElse(Double.NaN);
  }

  private static boolean counts(Launch launch) {
    return launch.isOk() && launch.value(Metric.PRIMARY).orElse(0) > 0;
  }

  /** Whether enough rounds have a whole launch of a cell. */
  boolean isKnown(Cell cell) {
    int whole = whole(cell);
    return whole >= FEWEST_ROUNDS && rounds(cell) - whole <= BlockMeans.MOST_MISSING * rounds(cell);
  }

  int whole(Cell cell) {
    return logs(List.of(cell)).length;
  }

  long rounds(Cell cell) {
    return launches.stream()
        .filter(launch -> launch.slot().cell().equals(cell))
        .map(launch -> launch.slot().block())
        .distinct()
        .count();
  }

  /** Such as {@code 23 of 24 launches in 8 rounds}. */
  String counted(Collection<Cell> cells) {
    List<Launch> all =
        launches.stream().filter(launch -> cells.contains(launch.slot().cell())).toList();
    return "%s of %s launches in %s"
        .formatted(
            all.stream().filter(BuildResults::counts).count(),
            all.size(),
            Plan.spelled(logs(cells).length));
  }

  /** What changes the load, such as {@code threads 32,64 and 32}; rounds and order do not. */
  List<String> differences(BuildResults other) throws IOException {
    List<String> differences = new ArrayList<>();
    Map<String, String> others = load(other.plan);
    load(plan)
        .forEach(
            (what, value) -> {
              if (!value.equals(others.get(what))) {
                differences.add("%s %s and %s".formatted(what, value, others.get(what)));
              }
            });
    Optional<Path> text = plan.input().text();
    Optional<Path> otherText = other.plan.input().text();
    // two checkouts have the same text at different paths
    if (text.isPresent()
        && otherText.isPresent()
        && Files.mismatch(text.get(), otherText.get()) >= 0) {
      differences.add("texts that differ");
    }
    return differences;
  }

  private static Map<String, String> load(Plan plan) {
    Input input = plan.input();
    Map<String, String> load = new LinkedHashMap<>();
    load.put("workload", input.kind().spelled());
    load.put("repeat", Integer.toString(input.repeat()));
    load.put("requests", Long.toString(input.requests()));
    load.put("seed-of-data", Long.toString(input.seed()));
    load.put("seconds", Integer.toString(input.seconds()));
    load.put("warmup", Long.toString(plan.warmUp()));
    for (Factor factor : plan.design().factors()) {
      load.put(factor.name(), String.join(",", factor.levels()));
    }
    // one at a time there are fewer of the same factors
    load.put("combinations", Integer.toString(plan.design().cells().size()));
    return load;
  }
}
