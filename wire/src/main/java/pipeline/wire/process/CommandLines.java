package pipeline.wire.process;

import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * What the command lines of all programs have in common. {@code @FILE} stands for the arguments in
 * FILE, if there is such a file; {@code @@} begins a name with {@code @}.
 */
public final class CommandLines {
  private CommandLines() {}

  /** Has help in colours on a terminal, but for NO_COLOR and TERM=dumb; returns its argument. */
  public static CommandLine coloured(CommandLine line) {
    Ansi colours = "dumb".equals(System.getenv("TERM")) ? Ansi.OFF : Ansi.AUTO;
    return line.setColorScheme(Help.defaultColorScheme(colours));
  }

  /** What a program says when it is called without the arguments that it needs. */
  public static String synopsis(CommandLine line) {
    return line.getHelp().synopsisHeading()
        + line.getHelp().synopsis(line.getHelp().synopsisHeadingLength())
        + "Options: --help\n";
  }

  /**
   * The one line that refuses arguments, with the option that an unknown one may stand for: it is
   * told of before an argument that is missing, which it may be meant for.
   */
  public static String refusal(ParameterException failure) {
    List<String> unknown = failure.getCommandLine().getUnmatchedArguments();
    ParameterException refused =
        failure instanceof MissingParameterException && !unknown.isEmpty()
            ? new UnmatchedArgumentException(failure.getCommandLine(), unknown)
            : failure;
    String words = refused.getMessage().lines().findFirst().orElse("bad arguments");
    return words
        + suggestion(refused).map(s -> ", did you mean " + s + "?").orElse("")
        + " (see --help)";
  }

  /**
   * Runs a program's command without ending the JVM. What went wrong is named in one line on {@code
   * err} that begins with the program.
   *
   * @param failed the exit code if it could not be done
   * @return what the command returns; 2 for bad arguments
   */
  public static int execute(
      String program,
      CommandLine line,
      PrintWriter out,
      PrintWriter err,
      int failed,
      String... args) {
    return line.setOut(out)
        .setErr(err)
        .setParameterExceptionHandler(
            (e, all) -> {
              err.println(program + ": " + refusal(e));
              return CommandLine.ExitCode.USAGE;
            })
        .setExecutionExceptionHandler(
            (e, at, parsed) -> {
              boolean interrupted = e instanceof InterruptedException;
              String why = interrupted ? "interrupted" : String.valueOf(e.getMessage());
              err.println(program + ": " + why.lines().findFirst().orElse(""));
              return failed;
            })
        .execute(args);
  }

  private static Optional<String> suggestion(ParameterException refused) {
    if (!(refused instanceof UnmatchedArgumentException unmatched)
        || !unmatched.isUnknownOption()) {
      return Optional.empty();
    }
    String typed = unmatched.getUnmatched().get(0).replaceFirst("=.*", "");
    return Nearest.to(typed, refused.getCommandLine().getCommandSpec().optionsMap().keySet());
  }
}
