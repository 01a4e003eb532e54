package pipeline.peers;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Entry point: {@code java -jar peers.jar COMMAND ...}; {@code --help} lists the commands. */
@Command(
    name = "peers",
    mixinStandardHelpOptions = true,
    description = "What the pipeline is measured against.")
public final class Main implements Runnable {
  @Spec private CommandSpec spec;

  private Main() {}

  public static void main(String[] args) {
    System.exit(
        new CommandLine(new Main())
            .setExecutionExceptionHandler(
                (failure, command, parsed) -> {
                  command.getErr().println(command.getCommandName() + ": " + failure);
                  return 1;
                })
            .execute(args));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Name one of: " + spec.subcommands().keySet());
  }

  /** Runs servlets that only answer, until the program is ended. */
  @Command(description = "Servlets that answer and publish nothing.")
  void nothing(@Option(names = "--port", required = true) int port) throws Exception {
    try (PeerTomcat tomcat =
        PeerTomcat.start(
            port,
            Map.of(PeerTomcat.LINES, new NothingServlet(), PeerTomcat.RIDES, new RideServlet()))) {
      tomcat.await();
    }
  }

  /** Publishes the lines of a text as a server would, and ends. */
  @Command(description = "Fills a queue with the messages of a text.")
  void backlog(
      @Parameters(arity = "0..1", paramLabel = "FILE", description = "without it: declare only")
          Path text,
      @Option(names = "--repeat", defaultValue = "1", description = "how often the text (1)")
          int repeat,
      @Option(names = "--lines-per-message", defaultValue = "1", description = "1 by default")
          int grouped,
      @Option(names = "--serialized", description = "a serialized map a line, as the reference")
          boolean serialized,
      @Option(names = "--amqp", required = true, description = "the broker's URL") String amqp,
      @Option(names = "--queue", required = true) String queue)
      throws Exception {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setUri(amqp);
    try (Connection connection = factory.newConnection("backlog");
        Channel channel = connection.createChannel()) {
      Backlog backlog = new Backlog(channel, queue);
      if (text != null && serialized) {
        backlog.fillSerialized(Backlog.words(text), repeat);
      } else if (text != null) {
        backlog.fill(Backlog.words(text), repeat, grouped);
      }
    }
  }
}
