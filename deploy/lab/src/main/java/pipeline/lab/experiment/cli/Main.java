package pipeline.lab.experiment.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import picocli.CommandLine;
import pipeline.lab.experiment.run.PipelineRunner;
import pipeline.lab.experiment.run.Plan;
import pipeline.lab.experiment.run.Runner;
import pipeline.testkit.process.AtExit;
import pipeline.wire.process.CommandLines;
import pipeline.wire.process.Console;

/** Entry point, with lab.jar and client.jar as class path; {@code deploy/experiment} calls it. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    Console console = Console.system("experiment");
    PrintWriter out = new PrintWriter(console.out(), true, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(console.err(), true, StandardCharsets.UTF_8);
    // Ctrl-C: the launch is given up, what was measured is written, and the JVM ends with 130
    System.exit(console.ended(AtExit.interrupting(() -> run(args, out, err, PipelineRunner::new))));
  }

  /** Makes the runner for the launches of a plan. */
  interface RunnerSource {
    Runner start(Plan plan, Path logs) throws IOException, InterruptedException;
  }

  /**
   * Runs the whole program without ending the JVM.
   *
   * @return 0 done; 1 it could not be finished; 2 bad arguments, named in one line on {@code err};
   *     130 interrupted
   */
  static int run(String[] args, PrintWriter out, PrintWriter err, RunnerSource source) {
    CommandLine line = new ExperimentCommand(source).commandLine();
    return CommandLines.execute("experiment", line, out, err, CommandLine.ExitCode.SOFTWARE, args);
  }
}
