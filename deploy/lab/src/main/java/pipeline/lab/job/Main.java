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
    try (Arguments arguments = Arguments.parse(args)) {
      return arguments.design.equals("both")
          ? BothDesigns.run(arguments, args, root, screen)
          : JobRun.run(arguments, root, screen).code();
    } catch (IllegalArgumentException e) {
      return ended(e, 2, screen);
    } catch (IOException e) {
      if (e instanceof ProgramException program) {
        program.lastLines().forEach(screen::say);
      }
      return ended(e, 1, screen);
    } catch (InterruptedException e) {
      screen.say("run: interrupted");
      return INTERRUPTED;
    }
  }

  /** Says why a run has ended, in a line that begins with what refuses it. */
  private static int ended(Exception e, int code, Screen screen) {
    String why = String.valueOf(e.getMessage());
    screen.say(why.matches("(?s)(broker|client): .*") ? why : "run: " + why);
    return code;
  }
}
