package pipeline.local;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs the embedded broker until the JVM is told to end or the thread is interrupted. */
@Command(
    name = "broker.jar",
    description = "An AMQP 0-9-1 broker on 127.0.0.1 (user guest, password guest), all in memory.",
    mixinStandardHelpOptions = true)
final class ServeCommand implements Callable<Integer> {
  private static final int MAX_PORT = 65_535;

  @Spec private CommandSpec spec;

  @Option(
      names = "--port",
      defaultValue = "5672",
      description = "port to listen on, 0 for any free one (default: ${DEFAULT-VALUE})")
  private int port;

  @Override
  public Integer call() throws IOException {
    if (port < 0 || port > MAX_PORT) {
      throw new ParameterException(
          spec.commandLine(), "--port is " + port + ", but must be from 0 to " + MAX_PORT);
    }
    try (EmbeddedBroker broker = new EmbeddedBroker(port)) {
      Runtime.getRuntime().addShutdownHook(new Thread(broker::close, "shutdown"));
      spec.commandLine().getOut().println("broker ready on " + broker.address());
      broker.awaitClosed();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return 0;
  }
}
