package pipeline.local;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.PrintWriter;
import java.util.Map;
import java.util.Properties;
import picocli.CommandLine;
import pipeline.wire.process.Build;
import pipeline.wire.process.Console;
import pipeline.wire.settings.Settings;

/** Starts the embedded broker, or looks at a broker's queues. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    Console console = Console.system("broker");
    PrintWriter out = new PrintWriter(console.out(), true, UTF_8);
    PrintWriter err = new PrintWriter(console.err(), true, UTF_8);
    System.exit(console.ended(run(args, System.getenv(), out, err)));
  }

  /** Returns the exit code: 0 done, 1 it could not be done, 2 bad arguments or settings. */
  public static int run(String[] args, Map<String, String> env, PrintWriter out, PrintWriter err) {
    Settings settings = new Settings(env, new Properties());
    CommandLine line = new CommandLine(new ServeCommand());
    line.getCommandSpec().version(Build.current().line("broker.jar"));
    return line.addSubcommand(new AboutCommand(settings))
        .addSubcommand(new DepthCommand(settings))
        .addSubcommand(new DeleteCommand(settings))
        .setOut(out)
        .setErr(err)
        .setParameterExceptionHandler((e, wrong) -> complain(e.getCommandLine(), e, 2))
        .setExecutionExceptionHandler(
            (e, line, parsed) -> complain(line, e, e instanceof IllegalArgumentException ? 2 : 1))
        .execute(args);
  }

  private static int complain(CommandLine line, Exception e, int exitCode) {
    line.getErr().println("broker: " + e.getMessage());
    return exitCode;
  }
}
