package pipeline.server.broker;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.wire.amqp.Topology;

/**
 * A connection with the pool of its channels. A new connection is a new session, and nothing of the
 * old one is carried over. Thread-safe.
 */
public final class BrokerSession implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BrokerSession.class);
  private static final int CLOSE_TIMEOUT_MILLIS = 1_000;

  private final Connection connection;
  private final Topology topology;
  private final Runnable abortSocket;
  private final ThreadPoolExecutor closer;
  private final ChannelPool channels;
  private volatile String blocked = "";
  private volatile Consumer<String> doubts = reason -> {};

  /**
   * @param abortSocket ends the connection at once, whatever is stuck in it
   */
  BrokerSession(
      Connection connection,
      Topology topology,
      ChannelConfig config,
      Runnable abortSocket,
      ThreadFactory threads) {
    this.connection = connection;
    this.topology = topology;
    this.abortSocket = abortSocket;
    this.closer =
        new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads);
    // the thread starts now: none may be available when a channel is to be closed
    closer.prestartAllCoreThreads();
    this.channels =
        new ChannelPool(
            connection, topology, config, () -> doubts.accept("no queue took a message"), closer);
    connection.addBlockedListener(this::blocked, this::unblocked);
  }

  public ChannelPool channels() {
    return channels;
  }

  /**
   * Registers {@code onEnd} for the end of the connection, and {@code onDoubt} for a returned
   * message.
   */
  void watch(Runnable onEnd, Consumer<String> onDoubt) {
    doubts = onDoubt;
    connection.addShutdownListener(cause -> onEnd.run());
  }

  /**
   * Declares the topology, or finds it where this user may not declare.
   *
   * @throws IOException if the broker refuses ({@link #isOpen} remains true), does not answer, or
   *     is gone
   */
  void declare() throws IOException {
    topology.declare(connection);
  }

  boolean isOpen() {
    return connection.isOpen();
  }

  /** The reason why the broker takes no messages at present; empty if it does. */
  String blockedReason() {
    return blocked;
  }

  /** The reason why the connection ended. */
  String endReason() {
    ShutdownSignalException cause = connection.getCloseReason();
    return cause == null ? "open" : Reasons.of(cause);
  }

  /** Frees every thread that is stuck in this connection, even in a socket write. */
  public void abort(String why) {
    LOG.warn("aborting the connection to the broker: {}", why);
    abortSocket.run();
  }

  /** Closes politely, waiting a second for the broker; after {@link #abort}, at once. */
  @Override
  public void close() {
    connection.abort(CLOSE_TIMEOUT_MILLIS);
    channels.close();
    closer.shutdown();
  }

  private void blocked(String reason) {
    LOG.warn("the broker blocks publishing: {}", reason);
    blocked = "the broker blocks publishing: " + reason;
  }

  private void unblocked() {
    LOG.info("the broker takes messages again");
    blocked = "";
  }
}
