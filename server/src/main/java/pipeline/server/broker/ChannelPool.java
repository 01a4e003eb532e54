package pipeline.server.broker;

import com.rabbitmq.client.Connection;
import java.io.IOException;
import java.time.Duration;
import org.apache.commons.lang3.Validate;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import pipeline.wire.amqp.Topology;

/**
 * The channels of one connection, at most {@link ChannelConfig#poolSize} of them, opened as they
 * are needed. A publisher thread borrows one for a message and returns it; one that is closed then,
 * or has an unanswered message, is not lent again. Borrowing fails if none is free within half a
 * second, or the broker allows no more. Thread-safe.
 */
public final class ChannelPool extends GenericObjectPool<ConfirmChannel> {
  private static final Duration MAX_WAIT = Duration.ofMillis(500);

  /**
   * @param onReturn told on the connection's thread that no queue took a message
   */
  ChannelPool(Connection connection, Topology topology, ChannelConfig config, Runnable onReturn) {
    super(new Channels(connection, topology, config, onReturn), settings(config));
  }

  private static GenericObjectPoolConfig<ConfirmChannel> settings(ChannelConfig config) {
    GenericObjectPoolConfig<ConfirmChannel> settings = new GenericObjectPoolConfig<>();
    settings.setMaxTotal(config.poolSize());
    settings.setMaxIdle(config.poolSize());
    // by default a borrower waits for ever, and may get a closed channel
    settings.setMaxWait(MAX_WAIT);
    settings.setTestOnBorrow(true);
    // no evictor: nobody closes a channel that is in use
    settings.setTimeBetweenEvictionRuns(Duration.ofMillis(-1));
    // a second WAR in the same Tomcat would clash, and an undeployed one would stay registered
    settings.setJmxEnabled(false);
    return settings;
  }

  /** Makes and checks the channels. None is closed by itself: all end with the connection. */
  private static final class Channels extends BasePooledObjectFactory<ConfirmChannel> {
    private final Connection connection;
    private final Topology topology;
    private final ChannelConfig config;
    private final Runnable onReturn;

    Channels(Connection connection, Topology topology, ChannelConfig config, Runnable onReturn) {
      this.connection = connection;
      this.topology = topology;
      this.config = config;
      this.onReturn = onReturn;
    }

    @Override
    public ConfirmChannel create() throws IOException {
      return new ConfirmChannel(
          connection
              .openChannel()
              // the pool is far smaller than channel_max, but brokers can lower the limit
              .orElseThrow(() -> new IOException("the broker allows no further channel")),
          topology,
          config,
          onReturn);
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
