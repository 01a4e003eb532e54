package pipeline.lab.experiment.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.LaunchFile;
import pipeline.lab.experiment.result.Metric;
import pipeline.lab.experiment.statistics.Welch;

/** Two builds, by the results of the same experiment with each. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = {
      "Compares the throughput of the same experiment with two builds.",
      "Exit code 0: the second is not slower; 1: it is; 2: they cannot be compared."
    })
final class CompareCommand implements Callable<Integer> {
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

  /** What one experiment has measured. */
  private record Measured(Plan plan, List<Launch> launches) {
    /** Means of the logarithms, one a round. */
    double[] logs(Metric metric, Predicate<Launch> which) {
      Map<Integer, Double> rounds =
          launches.stream()
              .filter(which)
              .filter(launch -> launch.isOk() && launch.value(metric).orElse(0) > 0)
              .collect(
                  Collectors.groupingBy(
                      launch -> launch.slot().block(),
                      TreeMap::new,
                      Collectors.averagingDouble(
                          launch -> Math.log(launch.value(metric).orElseThrow()))));
      return rounds.values().stream().mapToDouble(Double::doubleValue).toArray();
    }
  }

  @Override
  public Integer call() throws IOException {
    Measured first = read(before);
    Measured second = read(after);
    if (!first.plan().design().equals(second.plan().design())
        || first.plan().input().workload() != second.plan().input().workload()
        || first.plan().input().lines() != second.plan().input().lines()
        || first.plan().warmUp() != second.plan().warmUp()) {
      throw bad(before + " and " + after + " are not of the same experiment");
    }
    PrintWriter out = spec.commandLine().getOut();
    for (Cell cell : first.plan().design().cells()) {
      Predicate<Launch> its = launch -> launch.slot().cell().equals(cell);
      out.println(
          first.plan().design().label(cell)
              + ": "
              + text(compare(first, second, Metric.PRIMARY, its)));
    }
    Welch all = compare(first, second, Metric.PRIMARY, any -> true);
    double margin = marginPercent / PERCENT;
    boolean within = all.low(0.9) > 1 - margin && all.high(0.9) < 1 + margin;
    boolean slower = all.high(CONFIDENCE) < 1 && !within;
    out.println("all cells: " + text(all) + (slower ? ": slower" : ": not slower"));
    out.println(
        String.format(
            Locale.ROOT,
            "The two were not made in turns: a change of the machine counts as one of the build. Its probe took %.2f times as long.",
            compare(first, second, Metric.PROBE, any -> true).ratio()));
    return slower ? 1 : 0;
  }

  private Welch compare(Measured first, Measured second, Metric metric, Predicate<Launch> which) {
    double[] a = second.logs(metric, which);
    double[] b = first.logs(metric, which);
    if (a.length < 2 || b.length < 2) {
      throw bad("fewer than two whole rounds to compare");
    }
    return Welch.of(a, b);
  }

  private static String text(Welch welch) {
    return String.format(
        Locale.ROOT,
        "throughput %+.1f %% (%.1f to %.1f)",
        PERCENT * (welch.ratio() - 1),
        PERCENT * (welch.low(CONFIDENCE) - 1),
        PERCENT * (welch.high(CONFIDENCE) - 1));
  }

  private Measured read(Path path) throws IOException {
    OutDirectory directory = OutDirectory.existing(path, this::bad);
    Plan plan;
    try {
      plan = ExperimentCommand.planOf(directory.arguments());
    } catch (ParameterException e) {
      throw bad(path + ": " + e.getMessage());
    }
    LaunchFile file =
        new LaunchFile(directory.file(Session.LAUNCHES), plan.design().factors(), plan.slots());
    return new Measured(plan, file.read());
  }

  private ParameterException bad(String what) {
    return new ParameterException(spec.commandLine(), what);
  }
}
