package pipeline.peers;

import com.rabbitmq.client.ConnectionFactory;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import pipeline.wire.amqp.BrokerSettings;
import pipeline.wire.amqp.Topology;
import pipeline.wire.settings.Settings;

/** Serves our group commit in its smallest form until it is ended. */
@Command(
    name = "grouped",
    description = "A small server with group commit, for what is no setting of ours.")
final class GroupedCommand implements Callable<Integer> {
  @Option(names = "--port", required = true)
  private int port;

  @Option(names = "--amqp", required = true, description = "the broker's URL")
  private String amqp;

  @Option(names = "--queue", required = true)
  private String queue;

  @Option(names = "--blocking", description = "Tomcat's threads wait for the confirms")
  private boolean blocking;

  @Option(names = "--connections", description = "each with a message in flight; default: 1")
  private int connections = 1;

  @Override
  public Integer call() throws Exception {
    Settings settings = new Settings(Map.of("RABBITMQ_URL", amqp), new Properties());
    ConnectionFactory factory = BrokerSettings.from(settings).connectionFactory();
    Topology topology = new Topology(queue, Topology.QueueType.CLASSIC);
    try (GroupingPublisher publisher = GroupingPublisher.open(factory, topology, connections);
        PeerTomcat tomcat = PeerTomcat.start(port, new GroupedServlet(publisher, blocking))) {
      tomcat.await();
    }
    return 0;
  }
}
