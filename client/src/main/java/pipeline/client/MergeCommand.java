package pipeline.client;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import pipeline.client.cli.MergeOptions;
import pipeline.client.http.Servers;
import pipeline.client.input.BadInputException;
import pipeline.client.load.StopSignal;
import pipeline.client.report.Fleet;
import pipeline.client.report.MergedResult;
import pipeline.client.report.Outputs;
import pipeline.client.report.RunRecord;
import pipeline.client.report.RunReport;
import pipeline.wire.process.Console;

/** {@code merge A.json B.json ...}: prints and writes the result of a fleet, and closes its run. */
final class MergeCommand {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private MergeCommand() {}

  /**
   * Carries out the command.
   *
   * @param command as it was typed
   * @return the program's exit code, 0 or 1
   * @throws BadInputException if the results cannot be merged
   */
  static int run(
      MergeOptions options,
      List<String> command,
      Map<String, String> env,
      Console terminal,
      StopSignal stop)
      throws InterruptedException {
    Outputs.Config outputs = options.toOutputs();
    Console console = outputs.console(terminal, options.isQuiet());
    LongFunction<String> noKeys = seq -> ""; // a run's end has none
    try (Servers servers = Servers.at(options.urls(), noKeys, env, TIMEOUT, 1)) {
      MergedResult merged = Fleet.merge(options.files(), command, console);
      RunRecord run = merged.run();
      RunReport report = new RunReport(run.input().linesPerRequest() > 1, console, stop);
      run.steps().forEach(report::stepEnded);
      report.runEnded(run, false);
      boolean asExpected = Outputs.write(outputs, merged, console);
      return run.isWhole() && closed(run, servers, console, stop) && asExpected ? 0 : 1;
    }
  }

  /** Closes the run if its servers are named; false if it should be closed but is not. */
  private static boolean closed(RunRecord run, Servers servers, Console console, StopSignal stop)
      throws InterruptedException {
    if (servers.urls().isEmpty()) {
      console.note("run " + run.runId() + " is not closed: --url URL closes it");
      return true;
    }
    if (run.rounds().isEmpty()) {
      console.tell(
          "run %s is not closed: where time ends the parts, some lines before their ends are not sent"
              .formatted(run.runId()));
      return true;
    }
    return new RunsInTurn(run.runId(), run::runId, console).end(run.steps(), servers, stop);
  }
}
