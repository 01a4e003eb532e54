package pipeline.lab.experiment.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Option;
import pipeline.rig.machine.OutputDirectory;

/** The options for the time that an experiment or a preset may take, and for its directory. */
final class ResultOptions {
  @Option(
      names = "--budget",
      paramLabel = "TIME",
      description = "such as 30m or 2h: refuse what takes longer")
  private String budget;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "new or empty (deploy/out/experiment-TIME)")
  private Path out;

  @Option(names = "--continue", paramLabel = "DIR", description = "go on after an interruption")
  Path unfinished;

  @Option(
      names = {"-q", "--quiet"},
      description = "on stderr only what went wrong")
  private boolean quiet;

  @Option(names = "--root", hidden = true, defaultValue = "${env:PIPELINE_ROOT:-.}")
  Path root;

  /** Where the progress is told. */
  PrintWriter progress(PrintWriter err) {
    return quiet ? new PrintWriter(Writer.nullWriter()) : err;
  }

  /** Makes the directory for the results of these arguments. */
  OutDirectory create(List<String> arguments) throws IOException {
    return OutDirectory.create(
        out == null ? OutputDirectory.ofNow(root, "experiment-") : out, arguments);
  }

  /** The arguments, with which the experiment can be continued from any directory. */
  List<String> fromAnywhere(List<String> arguments) {
    List<String> all = new ArrayList<>(arguments);
    all.addAll(List.of("--root", root.toAbsolutePath().toString()));
    return all;
  }

  /**
   * Refuses what takes longer than the budget, if there is one, and says how many rounds would fit.
   *
   * @param round how long one may take
   * @param estimate of all rounds, in words
   * @throws IllegalArgumentException it takes longer, or the budget is not a time
   */
  void refuseLonger(Duration round, int rounds, String estimate) {
    if (budget == null) {
      return;
    }
    if (!budget.toLowerCase(Locale.ROOT).matches("\\d{1,6}[smh]")) {
      throw new IllegalArgumentException(
          "--budget is '" + budget + "', but must be such as 90s, 30m or 2h");
    }
    long fit = Duration.parse("PT" + budget).dividedBy(round);
    if (fit < rounds) {
      throw new IllegalArgumentException(
          "%s, but --budget is %s; %s would fit"
              .formatted(estimate, budget, fit == 0 ? "not one round" : "--rounds " + fit));
    }
  }
}
