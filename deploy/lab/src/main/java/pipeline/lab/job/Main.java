package pipeline.lab.job;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import picocli.CommandLine;
import pipeline.testkit.process.AtExit;
import pipeline.testkit.process.ProgramException;
import pipeline.wire.process.Console;

/** Entry point of {@code deploy/run}, which passes on its arguments. */
public final class Main {
  private static final int INTERRUPTED = 130;

  private Main() {}

  public static void main(String[] args) {
    Console console = Console.system("run");
    PrintWriter out = new PrintWriter(console.out(), true, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(console.err(), true, StandardCharsets.UTF_8);
    Path root = Path.of(System.getenv("PIPELINE_ROOT"));
    int code = console.ended(AtExit.interrupting(() -> run(args, root, new Screen(out, err))));
    if (code == INTERRUPTED) {
      // a signal is ending the JVM
      Runtime.getRuntime().halt(INTERRUPTED);
    }
    System.exit(code);
  }

  /** What {@code deploy/run} takes, with what it passes on to the client. */
  public static CommandLine commandLine() {
    return Arguments.withThoseOfTheClient();
  }

  /**
   * Does a run without ending the JVM.
   *
   * @param root the checkout, with the jars built
   * @return 0 if the counts are exact; 1 if not, or if it could not be done; 2 for bad arguments;
   *     130 if the thread was interrupted
   */
  static int run(String[] args, Path root, Screen screen) {
    try {
      Arguments arguments = Arguments.parse(args);
      try {
        return arguments.design.equals("both")
            ? BothDesigns.run(arguments, args, root, screen)
            : JobRun.run(arguments, root, screen).code();
      } finally {
        arguments.deleteCopy();
      }
    } catch (JobException e) {
      if (!e.getMessage().isEmpty()) {
        screen.say("run: " + e.getMessage());
      }
      return e.code();
    } catch (IllegalArgumentException e) {
      screen.say("run: " + e.getMessage());
      return 2;
    } catch (ProgramException e) {
      e.lastLines().forEach(screen::say);
      screen.say("run: " + e.getMessage());
      return 1;
    } catch (IOException e) {
      screen.say("run: " + e.getMessage());
      return 1;
    } catch (InterruptedException e) {
      screen.say("run: interrupted");
      return INTERRUPTED;
    }
  }
}
