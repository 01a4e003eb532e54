package pipeline.client;

import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import pipeline.client.cli.ClientOptions;
import pipeline.client.cli.MergeOptions;
import pipeline.client.input.BadInputException;
import pipeline.client.load.StopSignal;
import pipeline.wire.process.Console;

/**
 * Entry point: {@code java -jar client.jar [FILE] N [options]}, or {@code merge A.json B.json ...}.
 */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    StopSignal stop = new StopSignal();
    Interrupts interrupts = new Interrupts(stop, Runtime.getRuntime()::halt);
    interrupts.install();
    int exitCode = run(args, System.getenv(), Console.system("client"), stop);
    System.exit(interrupts.exitCode().orElse(exitCode));
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
      if (!typed.isEmpty() && typed.get(0).equals(MergeOptions.NAME)) {
        MergeOptions options = new MergeOptions();
        OptionalInt answered = options.read(typed.subList(1, args.length), console);
        return answered.isPresent()
            ? answered.getAsInt()
            : MergeCommand.run(options, typed, env, console, stop);
      }
      ClientOptions options = new ClientOptions();
      OptionalInt answered = options.read(typed, console);
      return answered.isPresent()
          ? answered.getAsInt()
          : new LoadCommand(options, typed, env, console, stop).run();
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
