package pipeline.server.broker;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.server.lifecycle.Threads;
import pipeline.wire.amqp.BrokerSettings;
import pipeline.wire.amqp.Topology;

/**
 * Opens connections and can abort them: it keeps the socket, since closing through the AMQP client
 * waits for the very write that is stuck. It uses blocking I/O, the mode without known deadlocks.
 * {@link #open} is for one thread, {@link #abort} for any.
 */
public final class BrokerConnector implements BrokerSupervisor.SessionSource, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BrokerConnector.class);

  private static final Duration CLOSE_LIMIT = Duration.ofMillis(500);

  private final ConnectionFactory factory;
  private final String name;
  private final Topology topology;
  private final ChannelConfig config;
  private final Threads threads = new Threads("broker-connection");
  private volatile Socket socket = new Socket();

  public BrokerConnector(BrokerSettings broker, Topology topology, ChannelConfig config) {
    this.name = broker.toString();
    this.topology = topology;
    this.config = config;
    this.factory = broker.connectionFactory();
    factory.setThreadFactory(threads);
    factory.setSocketConfigurator(
        factory.getSocketConfigurator().andThen(opened -> socket = opened));
  }

  @Override
  public BrokerSession open() throws IOException, TimeoutException {
    try {
      Connection connection = factory.newConnection("pipeline server");
      Socket own = socket;
      return new BrokerSession(connection, topology, config, () -> abort(own), threads);
    } catch (Throwable e) {
      // the AMQP client leaves the socket open after an error, such as no thread to be had
      abort();
      throw e;
    }
  }

  @Override
  public void abort() {
    abort(socket);
  }

  /** Waits up to a limit for the threads of connections that have been closed. */
  @Override
  public void close() {
    threads.awaitEnd(CLOSE_LIMIT);
  }

  @Override
  public String toString() {
    return name;
  }

  private static void abort(Socket socket) {
    try {
      // a reset drops bytes that are stuck; a TLS socket would wait to send its closing message
      socket.setSoLinger(true, 0);
      socket.close();
    } catch (IOException e) {
      LOG.debug("the socket was closed already", e);
    }
  }
}
