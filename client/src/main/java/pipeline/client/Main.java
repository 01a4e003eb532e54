package pipeline.client;

import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import org.jline.utils.Signals;
import pipeline.client.cli.ClientOptions;
import pipeline.client.cli.CommandOptions;
import pipeline.client.cli.MergeOptions;
import pipeline.client.input.BadInputException;
import pipeline.client.load.StopSignal;
import pipeline.wire.process.Console;
import pipeline.wire.process.HostNames;

/**
 * Entry point: {@code java -jar client.jar [FILE] N [options]}, or {@code merge A.json B.json ...}.
 */
public final class Main {
  /** The exit codes of the signals that end a run. */
  private static final Map<String, Integer> SIGNALS = Map.of("HUP", 129, "INT", 130, "TERM", 143);

  private Main() {}

  /**
   * Runs the program. At Ctrl-C, SIGTERM or the end of the terminal what is in flight is finished,
   * and the block is printed for what was done. A second signal ends the process at once.
   */
  public static void main(String[] args) {
    HostNames.askAgain();
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
          : MergeCommand.run((MergeOptions) options, typed, env, console, stop);
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
}
