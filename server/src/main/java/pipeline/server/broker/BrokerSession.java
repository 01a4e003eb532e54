package pipeline.server.broker;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.wire.amqp.Topology;

/**
 * A connection with the pool of its channels, until the connection ends or something goes wrong on
 * it. A new connection is a new session, and nothing of the old one is carried over. Thread-safe.
 */
public final class BrokerSession implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BrokerSession.class);
  private static final int CLOSE_TIMEOUT_MILLIS = 1_000;

  private final Connection connection;
  private final Topology topology;
  private final Runnable abortSocket;
  private final Runnable onTrouble;
  private final ChannelPool channels;
  private volatile String blocked = "";
  private volatile Problem doubt = new Problem("", "");

  /** What went wrong; the detail is for the log alone. */
  record Problem(String reason, String detail) {}

  /**
   * @param abortSocket ends the connection at once, whatever is stuck in it
   * @param onTrouble called when {@link #isGood} may have changed; must not block
   */
  BrokerSession(
      Connection connection,
      Topology topology,
      PublishConfig config,
      Runnable abortSocket,
      Runnable onTrouble) {
    this.connection = connection;
    this.topology = topology;
    this.abortSocket = abortSocket;
    this.onTrouble = onTrouble;
    this.channels =
        new ChannelPool(
            () ->
                new ConfirmChannel(
                    connection
                        .openChannel()
                        // the pool is far smaller than channel_max, but brokers can lower the limit
                        .orElseThrow(() -> new IOException("the broker allows no further channel")),
                    topology,
                    config,
                    () -> doubt("no queue took a message", "")),
            config.channels());
    connection.addBlockedListener(this::blocked, this::unblocked);
    connection.addShutdownListener(cause -> onTrouble.run());
  }

  public ChannelPool channels() {
    return channels;
  }

  /**
   * Declares the topology, or finds it where this user may not declare.
   *
   * @throws IOException if the broker refuses, does not answer, or is gone
   */
  void declare() throws IOException {
    topology.declare(connection);
  }

  /**
   * Reports that a publish went wrong, which ends the session: the next one shows whether the
   * broker answers and the topology stands. Not while the broker blocks publishing, as it answers
   * nothing then.
   *
   * @param reason what callers over HTTP are told
   * @param detail for the log alone
   */
  public synchronized void doubt(String reason, String detail) {
    if (doubt.reason.isEmpty()) {
      doubt = new Problem(reason, detail);
      onTrouble.run();
    }
  }

  /** Whether the session has not come to its end. */
  boolean isGood() {
    return connection.isOpen() && (doubt.reason.isEmpty() || !blocked.isEmpty());
  }

  /** The reason why nothing can be published at present; empty if it can. */
  String brokenPart() {
    return blocked.isEmpty() ? doubt.reason : blocked;
  }

  /** The reason why the session is not good any more. */
  Problem problem() {
    ShutdownSignalException cause = connection.getCloseReason();
    return cause == null
        ? doubt
        : new Problem("the connection to the broker ended", Reasons.of(cause));
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
  }

  private void blocked(String reason) {
    LOG.warn("the broker blocks publishing: {}", reason);
    blocked = "the broker blocks publishing: " + reason;
  }

  private void unblocked() {
    LOG.info("the broker takes messages again");
    blocked = "";
    onTrouble.run();
  }
}
