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
import pipeline.wire.amqp.Topology;

/**
 * Opens connections and can abort them: it keeps the socket, since closing through the AMQP client
 * waits for the very write that is stuck. It uses blocking I/O, the mode without known deadlocks.
 * {@link #open} is for one thread, {@link #abort} for any.
 */
public final class BrokerConnector implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BrokerConnector.class);

  private static final Duration CLOSE_LIMIT = Duration.ofMillis(500);

  private final ConnectionFactory factory;
  private final String name;
  private final Topology topology;
  private final ChannelConfig config;
  private final Threads threads = new Threads("broker-connection");
  private volatile Socket socket = new Socket();

  /**
   * @param factory of connections, for this alone
   * @param name of the broker, for the log
   */
  public BrokerConnector(
      ConnectionFactory factory, String name, Topology topology, ChannelConfig config) {
    this.factory = factory;
    this.name = name;
    this.topology = topology;
    this.config = config;
    factory.setThreadFactory(threads);
    factory.setSocketConfigurator(
        factory.getSocketConfigurator().andThen(opened -> socket = opened));
  }

  /**
   * Connects, within bounded time.
   *
   * @param onTrouble see {@link BrokerSession}
   * @throws IOException if the broker is away or refuses
   */
  BrokerSession open(Runnable onTrouble) throws IOException, TimeoutException {
    try {
      Connection connection = factory.newConnection("pipeline server");
      Socket own = socket;
      return new BrokerSession(connection, topology, config, () -> abort(own), onTrouble);
    } catch (Throwable e) {
      // the AMQP client leaves the socket open after an error, such as no thread to be had
      abort();
      throw e;
    }
  }

  /**
   * Makes an {@link #open} under way on another thread, or the session it has made, end at once.
   */
  void abort() {
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
