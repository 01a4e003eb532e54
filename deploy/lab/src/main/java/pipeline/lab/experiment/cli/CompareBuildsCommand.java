package pipeline.lab.experiment.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.result.LaunchFile;
import pipeline.lab.experiment.result.Metric;
import pipeline.lab.experiment.statistics.Welch;

/** Two builds, by the results of the same experiment, or of all those of a preset, with each. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = {
      "Compares the throughput of the same experiment, or of the same preset, with two builds.",
      "Exit code 0: the second is not slower; 1: it is, in one experiment or more;",
      "2: they cannot be compared."
    })
final class CompareBuildsCommand implements Callable<Integer> {
  private static final double CONFIDENCE = 0.95;
  private static final double PERCENT = 100;

  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "BEFORE", description = "the results of the first build")
  private Path before;

  @Parameters(index = "1", paramLabel = "AFTER", description = "the results of the second")
  private Path after;

  @Option(
      names = "--margin",
      defaultValue = "5",
      description = "percent below which a difference does not matter (${DEFAULT-VALUE})")
  private double marginPercent;

  /**
   * The same experiment with both.
   *
   * @param name of a preset's, with what sets it off; empty for an experiment alone
   */
  private record Pair(String name, BuildResults first, BuildResults second) {
    /** Without those that neither knows, such as a peer that loses lines with any build of ours. */
    List<Cell> cells() {
      return first.cells().stream()
          .filter(cell -> first.isKnown(cell) || second.isKnown(cell))
          .toList();
    }

    Welch compare(Collection<Cell> cells) {
      return Welch.of(second.logs(cells), first.logs(cells));
    }

    String label(Cell cell) {
      return name + first.plan().design().label(cell);
    }
  }

  @Override
  public Integer call() {
    if (marginPercent <= 0 || marginPercent >= PERCENT) {
      throw bad("--margin is between 0 and 100");
    }
    try {
      List<String> aside = new ArrayList<>();
      List<Pair> pairs = pairs(aside);
      // before anything is printed: what cannot be compared is one line and nothing else
      pairs.forEach(this::refuseWhatSaysTooLittle);
      PrintWriter out = spec.commandLine().getOut();
      aside.forEach(out::println);
      boolean slower = false;
      for (Pair pair : pairs) {
        slower |= isSlower(pair, out);
      }
      out.println(turns(pairs));
      return slower ? 1 : 0;
    } catch (IOException | IllegalArgumentException e) {
      // a file that cannot be read must not end with the 1 of a slower build
      throw bad(e.getMessage());
    }
  }

  /**
   * The experiments that both have.
   *
   * @param aside gets a line for each of a preset that is not among them
   */
  private List<Pair> pairs(List<String> aside) throws IOException {
    OutDirectory first = OutDirectory.existing(before, this::bad);
    OutDirectory second = OutDirectory.existing(after, this::bad);
    if (isPreset(first) != isPreset(second)) {
      throw bad((isPreset(first) ? after : before) + " is of no preset, but the other is");
    }
    if (!isPreset(first)) {
      return List.of(pair("", first, second));
    }
    List<String> ofFirst = first.experiments();
    List<String> ofSecond = second.experiments();
    Set<String> names = new TreeSet<>(ofFirst);
    names.addAll(ofSecond);
    List<Pair> pairs = new ArrayList<>();
    for (String name : names) {
      if (!ofFirst.contains(name) || !ofSecond.contains(name)) {
        aside.add("%s: only in %s".formatted(name, ofFirst.contains(name) ? before : after));
        continue;
      }
      Pair pair =
          pair(
              name + ", ",
              OutDirectory.existing(first.file(name), this::bad),
              OutDirectory.existing(second.file(name), this::bad));
      if (pair.first().cells().isEmpty()) {
        aside.add(name + ": measures no throughput");
      } else {
        pairs.add(pair);
      }
    }
    if (pairs.isEmpty()) {
      throw bad(
          before + " and " + after + " have no experiment in common that measures throughput");
    }
    return pairs;
  }

  private static boolean isPreset(OutDirectory directory) throws IOException {
    return directory.arguments().indexOf(PresetCommand.NAME) == 0;
  }

  private Pair pair(String name, OutDirectory first, OutDirectory second) throws IOException {
    Pair pair = new Pair(name, read(first), read(second));
    List<String> differences = pair.first().differences(pair.second());
    if (!differences.isEmpty()) {
      throw bad(
          "%s and %s are not of the same experiment: %s"
              .formatted(first.path(), second.path(), String.join("; ", differences)));
    }
    return pair;
  }

  private void refuseWhatSaysTooLittle(Pair pair) {
    if (pair.first().cells().isEmpty()) {
      throw bad(pair.first().path() + " measures no throughput");
    }
    List<Cell> cells = pair.cells().isEmpty() ? pair.first().cells() : pair.cells();
    for (BuildResults measured : List.of(pair.first(), pair.second())) {
      for (Cell cell : cells) {
        if (!measured.isKnown(cell)) {
          throw bad(
              "%s, %s: whole in %s of %s rounds, which says too little"
                  .formatted(
                      measured.path(),
                      measured.plan().design().label(cell),
                      measured.whole(cell),
                      measured.rounds(cell)));
        }
      }
    }
  }

  private boolean isSlower(Pair pair, PrintWriter out) {
    List<Cell> cells = pair.cells();
    for (Cell cell : pair.first().cells()) {
      out.println(
          pair.label(cell)
              + ": "
              + (cells.contains(cell)
                  ? text(pair.compare(List.of(cell)))
                  : "left out, since too few rounds of either are whole"));
    }
    Welch all = pair.compare(cells);
    double margin = marginPercent / PERCENT;
    boolean within = all.low(0.9) > 1 - margin && all.high(0.9) < 1 + margin;
    boolean slower = all.high(CONFIDENCE) < 1 && !within;
    out.printf("%sall cells: %s: %s%n", pair.name(), text(all), slower ? "slower" : "not slower");
    out.printf(
        "%swhole: %s before, %s after%n",
        pair.name(), pair.first().counted(cells), pair.second().counted(cells));
    return slower;
  }

  private static String text(Welch welch) {
    return String.format(
        Locale.ROOT,
        "throughput %+.1f %% (%.1f to %.1f)",
        PERCENT * (welch.ratio() - 1),
        PERCENT * (welch.low(CONFIDENCE) - 1),
        PERCENT * (welch.high(CONFIDENCE) - 1));
  }

  private static String turns(List<Pair> pairs) {
    String turns =
        "The two were not made in turns: a change of the machine counts as one of the build.";
    OptionalDouble first = probe(pairs.stream().map(Pair::first));
    OptionalDouble second = probe(pairs.stream().map(Pair::second));
    return first.isEmpty() || second.isEmpty()
        ? turns
        : turns
            + String.format(
                Locale.ROOT,
                " Its probe took %.2f times as long.",
                Math.exp(second.getAsDouble() - first.getAsDouble()));
  }

  /** The mean of the logarithms, of all launches: whole or not, they had the machine. */
  private static OptionalDouble probe(Stream<BuildResults> measured) {
    return measured
        .flatMap(each -> each.launches().stream())
        .flatMapToDouble(launch -> launch.value(Metric.PROBE).stream())
        .map(Math::log)
        .average();
  }

  private BuildResults read(OutDirectory directory) throws IOException {
    Plan plan;
    try {
      plan = ExperimentCommand.planOf(directory.arguments());
    } catch (ParameterException e) {
      throw bad(directory.path() + ": " + e.getMessage());
    }
    LaunchFile file =
        new LaunchFile(
            directory.file(ExperimentRun.LAUNCHES), plan.design().factors(), plan.slots());
    return new BuildResults(directory.path(), plan, file.read());
  }

  private ParameterException bad(String what) {
    return new ParameterException(spec.commandLine(), what);
  }
}
