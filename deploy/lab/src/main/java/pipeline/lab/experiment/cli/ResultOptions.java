package pipeline.lab.experiment.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** How long it may take and where results go: of an experiment, and of a preset's experiments. */
final class ResultOptions {
  @Option(
      names = "--budget",
      paramLabel = "TIME",
      description = "such as 30m or 2h: refuse what takes longer")
  String budget;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "new or empty (deploy/out/experiment-TIME)")
  Path out;

  @Option(names = "--continue", paramLabel = "DIR", description = "go on after an interruption")
  Path unfinished;

  @Option(names = "--root", hidden = true, defaultValue = "${env:PIPELINE_ROOT:-.}")
  Path root;
}
