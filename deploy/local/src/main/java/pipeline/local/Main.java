package pipeline.local;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import pipeline.wire.process.Build;
import pipeline.wire.process.CommandLines;
import pipeline.wire.process.Console;

/** Runs the embedded broker until the JVM is told to end or the thread is interrupted. */
@Command(
    name = "broker.jar",
    description = "An AMQP 0-9-1 broker on 127.0.0.1 (user guest, password guest), all in memory.",
    mixinStandardHelpOptions = true)
public final class Main implements Callable<Integer> {
  private static final int MAX_PORT = 65_535;

  @Spec private CommandSpec spec;

  @Option(
      names = "--port",
      defaultValue = "5672",
      description = "port to listen on, 0 for any free one (default: ${DEFAULT-VALUE})")
  private int port;

  @Option(
      names = {"-q", "--quiet"},
      description = "no line that says where it listens")
  private boolean quiet;

  private Main() {}

  public static void main(String[] args) {
    Console console = Console.system("broker");
    PrintWriter out = new PrintWriter(console.out(), true, UTF_8);
    PrintWriter err = new PrintWriter(console.err(), true, UTF_8);
    System.exit(console.ended(run(args, out, err)));
  }

  /** Returns the exit code: 0 done, 1 it could not be done, 2 bad arguments. */
  public static int run(String[] args, PrintWriter out, PrintWriter err) {
    CommandLine broker = CommandLines.coloured(new CommandLine(new Main()));
    broker.getCommandSpec().version(Build.current().line("broker.jar"));
    return CommandLines.execute("broker", broker, out, err, 1, args);
  }

  @Override
  public Integer call() throws IOException {
    if (port < 0 || port > MAX_PORT) {
      throw new ParameterException(
          spec.commandLine(), "--port is " + port + ", but must be from 0 to " + MAX_PORT);
    }
    try (EmbeddedBroker broker = new EmbeddedBroker(port)) {
      Runtime.getRuntime().addShutdownHook(new Thread(broker::close, "shutdown"));
      if (!quiet) {
        spec.commandLine().getOut().println("broker ready on " + broker.address());
      }
      broker.awaitClosed();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return 0;
  }
}
