package pipeline.lab.experiment.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.AutoComplete;
import picocli.CommandLine;
import pipeline.lab.experiment.run.PipelineRunner;

/** Writes the scripts that complete deploy/run and deploy/experiment in bash, for the build. */
final class Completion {
  private Completion() {}

  /** Takes the folder that gets run.bash and experiment.bash. */
  public static void main(String[] args) throws IOException {
    write(args[0], "run", pipeline.lab.job.Main.commandLine());
    write(args[0], "experiment", new ExperimentCommand(PipelineRunner::new).commandLine());
  }

  private static void write(String folder, String command, CommandLine line) throws IOException {
    Files.writeString(Path.of(folder, command + ".bash"), AutoComplete.bash(command, line));
  }
}
