package pipeline.local;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.PrintWriter;
import picocli.CommandLine;
import pipeline.wire.process.Build;
import pipeline.wire.process.CommandLines;
import pipeline.wire.process.Console;

/** Starts the embedded broker. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    Console console = Console.system("broker");
    PrintWriter out = new PrintWriter(console.out(), true, UTF_8);
    PrintWriter err = new PrintWriter(console.err(), true, UTF_8);
    System.exit(console.ended(run(args, out, err)));
  }

  /** Returns the exit code: 0 done, 1 it could not be done, 2 bad arguments. */
  public static int run(String[] args, PrintWriter out, PrintWriter err) {
    CommandLine broker = CommandLines.coloured(new CommandLine(new ServeCommand()));
    broker.getCommandSpec().version(Build.current().line("broker.jar"));
    return broker
        .setOut(out)
        .setErr(err)
        .setParameterExceptionHandler((e, wrong) -> complain(err, CommandLines.refusal(e), 2))
        .setExecutionExceptionHandler((e, line, parsed) -> complain(err, e.getMessage(), 1))
        .execute(args);
  }

  private static int complain(PrintWriter err, String message, int exitCode) {
    err.println("broker: " + message);
    return exitCode;
  }
}
