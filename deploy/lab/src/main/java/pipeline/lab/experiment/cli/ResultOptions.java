package pipeline.lab.experiment.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import picocli.CommandLine.Option;
import pipeline.rig.machine.OutputDirectory;

/** The options for what an experiment or a preset writes, and where. */
final class ResultOptions {
  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "new or empty (deploy/out/experiment-TIME)")
  private Path out;

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

  /**
   * Makes the directory for the results.
   *
   * @throws IllegalArgumentException it cannot be used, in one line
   */
  Path create() throws IOException {
    Path directory = out == null ? OutputDirectory.ofNow(root, "experiment-") : out;
    OutputDirectory.create(directory, "an experiment");
    return directory.toAbsolutePath().normalize();
  }
}
