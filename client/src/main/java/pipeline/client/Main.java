package pipeline.client;

import java.nio.file.InvalidPathException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongFunction;
import org.jline.utils.Signals;
import pipeline.client.cli.ClientOptions;
import pipeline.client.cli.CommandOptions;
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

/**
 * Entry point: {@code java -jar client.jar [FILE] N [options]}, or {@code merge A.json B.json ...}.
 */
public final class Main {
  /** The exit codes of the signals that end a run. */
  private static final Map<String, Integer> SIGNALS = Map.of("HUP", 129, "INT", 130, "TERM", 143);

  /** The longest wait for the answer to a run's end. */
  private static final Duration END_TIMEOUT = Duration.ofSeconds(30);

  private Main() {}

  /**
   * Runs the program. At Ctrl-C, SIGTERM or the end of the terminal what is in flight is finished,
   * and the block is printed for what was done. A second signal ends the process at once.
   */
  public static void main(String[] args) {
    StopSignal stop = new StopSignal();
    AtomicInteger interrupted = new AtomicInteger();
    SIGNALS.forEach(
        (name, code) ->
            Signals.register(
                name,
                () -> {
                  if (!interrupted.compareAndSet(0, code)) {
                    Runtime.getRuntime().halt(code);
                  }
                  stop.request("interrupted");
                }));
    int exitCode = run(args, System.getenv(), Console.system("client"), stop);
    System.exit(interrupted.get() == 0 ? exitCode : interrupted.get());
  }

  /**
   * Runs the whole program without ending the JVM.
   *
   * @return 0 when every request succeeded; 1 when some did not, an expectation was not met, an
   *     output could not be written, or the run was stopped early; 2 for bad arguments or input,
   *     named in one line on {@code console.err()}
   */
  public static int run(String[] args, Map<String, String> env, Console console, StopSignal stop) {
    return console.ended(command(args, env, console, stop));
  }

  private static int command(
      String[] args, Map<String, String> env, Console console, StopSignal stop) {
    try {
      List<String> typed = List.of(args);
      boolean merges = !typed.isEmpty() && typed.get(0).equals(MergeOptions.NAME);
      CommandOptions options = merges ? new MergeOptions() : new ClientOptions();
      OptionalInt answered = options.read(merges ? typed.subList(1, typed.size()) : typed, console);
      if (answered.isPresent()) {
        return answered.getAsInt();
      }
      return options instanceof ClientOptions load
          ? new LoadCommand(load, typed, env, console, stop).run()
          : merge((MergeOptions) options, typed, env, console, stop);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 1;
    } catch (BadInputException e) {
      console.tell(e.getMessage());
      return 2;
    } catch (InvalidPathException e) {
      console.tell(
          ("'" + e.getInput() + "' cannot be the name of a file: " + e.getReason())
              + " (any name can in a UTF-8 locale, LC_ALL=C.UTF-8)");
      return 2;
    }
  }

  /** Prints and writes the result of a fleet, and closes its run; gives the exit code, 0 or 1. */
  private static int merge(
      MergeOptions options,
      List<String> typed,
      Map<String, String> env,
      Console terminal,
      StopSignal stop)
      throws InterruptedException {
    Outputs.Config outputs = options.toOutputs();
    Console console = outputs.console(terminal, options.isQuiet());
    LongFunction<String> noKeys = seq -> ""; // a run's end has none
    try (Servers servers = Servers.at(options.urls(), noKeys, env, END_TIMEOUT, 1)) {
      MergedResult merged = Fleet.merge(options.files(), typed, console);
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
    return LoadCommand.close(run, servers, console, stop);
  }
}
