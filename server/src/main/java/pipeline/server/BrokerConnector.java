package pipeline.server;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.wire.amqp.BrokerSettings;
import pipeline.wire.amqp.Topology;

/**
 * Opens connections and can cut them: it keeps the socket, since closing through the AMQP client
 * waits for the very write that is stuck (J4). It uses blocking I/O, the mode without known
 * deadlocks (J17), and consumes nothing, so nobody needs the consumers' executor (J20). {@link
 * #open} is for one thread, {@link #cut} for any.
 */
final class BrokerConnector implements SessionSource {
  private static final Logger LOG = LoggerFactory.getLogger(BrokerConnector.class);

  private final ConnectionFactory factory;
  private final String name;
  private final Topology topology;
  private final PublishConfig config;
  private final NamedThreads threads;
  private volatile Socket socket = new Socket();

  BrokerConnector(
      BrokerSettings broker, Topology topology, PublishConfig config, NamedThreads threads) {
    this.name = broker.toString();
    this.topology = topology;
    this.config = config;
    this.threads = threads;
    this.factory = broker.connectionFactory();
    factory.setThreadFactory(threads);
    factory.setSocketConfigurator(
        factory.getSocketConfigurator().andThen(opened -> socket = opened));
  }

  @Override
  public BrokerSession open() throws IOException, TimeoutException {
    Connection connection = factory.newConnection("pipeline server");
    Socket own = socket;
    return new BrokerSession(connection, topology, config, () -> cut(own), threads);
  }

  @Override
  public void cut() {
    cut(socket);
  }

  @Override
  public String toString() {
    return name;
  }

  private static void cut(Socket socket) {
    try {
      // closes without sending what is stuck; a TLS socket would wait to send its farewell
      socket.setSoLinger(true, 0);
      socket.close();
    } catch (IOException e) {
      LOG.debug("the socket was closed already", e);
    }
  }
}
