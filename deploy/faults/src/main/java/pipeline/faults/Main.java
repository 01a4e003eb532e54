package pipeline.faults;

import static java.util.stream.Collectors.joining;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import picocli.CommandLine;
import pipeline.faults.run.FaultCatalogue;
import pipeline.hooks.CrashPoint;
import pipeline.testkit.process.AtExit;
import pipeline.wire.process.Build;
import pipeline.wire.process.CommandLines;
import pipeline.wire.process.Console;

/** Entry point: {@code java -jar faults.jar [options]}; {@code --help} lists them. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    Console console = Console.system("chaos");
    PrintWriter out = new PrintWriter(console.out(), true, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(console.err(), true, StandardCharsets.UTF_8);
    // Ctrl-C: the workers end what they have started before the JVM ends
    System.exit(console.ended(AtExit.interrupting(() -> run(args, out, err))));
  }

  /**
   * Runs the whole program without ending the JVM.
   *
   * @return 0 all went as it should; 1 a run was not exact, or a control not caught; 2 bad
   *     arguments or something missing on this machine, named in one line on {@code err}
   */
  public static int run(String[] args, PrintWriter out, PrintWriter err) {
    return CommandLines.execute("chaos", commandLine(), out, err, CommandLine.ExitCode.USAGE, args);
  }

  private static CommandLine commandLine() {
    CommandLine line = CommandLines.coloured(new CommandLine(new ChaosCommand()));
    line.getCommandSpec().version(Build.current().line("faults.jar"));
    line.getCommandSpec()
        .usageMessage()
        .footerHeading("%nFaults:%n")
        .footer(
            String.join(" ", FaultCatalogue.allNames()),
            "crash:POINT:HIT, where HIT is 1, 2, 100 or last, and POINT one of",
            points("pub."),
            points("con."),
            points("ckpt."));
    return line;
  }

  /** The crash points of a program in one line, since the usage text breaks long ones at dots. */
  private static String points(String prefix) {
    return Arrays.stream(CrashPoint.values())
        .map(CrashPoint::toString)
        .filter(name -> name.startsWith(prefix))
        .collect(joining(" ", "  ", ""));
  }
}
