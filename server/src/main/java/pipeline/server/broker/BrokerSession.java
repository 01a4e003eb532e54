package pipeline.server.broker;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.time.Duration;
import org.apache.commons.lang3.Validate;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
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
  private static final Duration MAX_WAIT = Duration.ofMillis(500);

  private final Connection connection;
  private final Topology topology;
  private final PublishConfig config;
  private final Runnable abortSocket;
  private final Runnable onTrouble;
  private final GenericObjectPool<ConfirmChannel> channels;
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
    this.config = config;
    this.abortSocket = abortSocket;
    this.onTrouble = onTrouble;
    this.channels = new GenericObjectPool<>(new ChannelFactory(), poolSettings(config));
    connection.addBlockedListener(this::blocked, this::unblocked);
    connection.addShutdownListener(cause -> onTrouble.run());
  }

  private static GenericObjectPoolConfig<ConfirmChannel> poolSettings(PublishConfig config) {
    GenericObjectPoolConfig<ConfirmChannel> settings = new GenericObjectPoolConfig<>();
    settings.setMaxTotal(config.channels());
    settings.setMaxIdle(config.channels());
    // by default a borrower waits for ever, and may get a closed channel
    settings.setMaxWait(MAX_WAIT);
    settings.setTestOnBorrow(true);
    // a second WAR in the same Tomcat would clash, and an undeployed one would stay registered
    settings.setJmxEnabled(false);
    return settings;
  }

  /**
   * Lends one of at most {@link PublishConfig#channels} channels, which are opened as they are
   * needed; {@link #giveBack} must follow. One that is closed then, or has an unanswered message,
   * is not lent again.
   *
   * @throws Exception if none is free within half a second, or the broker allows no more
   */
  public ConfirmChannel borrow() throws Exception {
    return channels.borrowObject();
  }

  public void giveBack(ConfirmChannel channel) {
    channels.returnObject(channel);
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

  /** Makes and checks the channels. None is closed by itself: all end with the connection. */
  private final class ChannelFactory extends BasePooledObjectFactory<ConfirmChannel> {
    @Override
    public ConfirmChannel create() throws IOException {
      Channel channel =
          connection
              .openChannel()
              // the pool is far smaller than channel_max, but brokers can lower the limit
              .orElseThrow(() -> new IOException("the broker allows no further channel"));
      return new ConfirmChannel(
          channel, topology, config, () -> doubt("no queue took a message", ""));
    }

    @Override
    public PooledObject<ConfirmChannel> wrap(ConfirmChannel channel) {
      return new DefaultPooledObject<>(channel);
    }

    @Override
    public boolean validateObject(PooledObject<ConfirmChannel> pooled) {
      return pooled.getObject().isOpen();
    }

    @Override
    public void passivateObject(PooledObject<ConfirmChannel> pooled) {
      // if not, the pool drops it instead of handing it to the next borrower
      Validate.validState(
          pooled.getObject().isSettled(), "a channel came back with an unanswered message");
    }
  }
}
