package pipeline.lab.experiment.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Function;
import picocli.CommandLine.Option;

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
  Path out;

  @Option(names = "--continue", paramLabel = "DIR", description = "go on after an interruption")
  Path unfinished;

  @Option(names = "--root", hidden = true, defaultValue = "${env:PIPELINE_ROOT:-.}")
  Path root;

  /**
   * Refuses what takes longer than the budget, if there is one, and says how many rounds would fit.
   *
   * @param round how long one may take
   * @param estimate of all rounds, in words
   * @param bad what is thrown; also if the budget is not a time
   */
  void refuseLonger(
      Duration round,
      int rounds,
      String estimate,
      Function<String, ? extends RuntimeException> bad) {
    if (budget == null) {
      return;
    }
    if (!budget.toLowerCase(Locale.ROOT).matches("\\d{1,6}[smh]")) {
      throw bad.apply("--budget is '" + budget + "', but must be such as 90s, 30m or 2h");
    }
    long fit = Duration.parse("PT" + budget).dividedBy(round);
    if (fit < rounds) {
      throw bad.apply(
          "%s, but --budget is %s; %s would fit"
              .formatted(estimate, budget, fit == 0 ? "not one round" : "--rounds " + fit));
    }
  }
}
