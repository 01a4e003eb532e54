package pipeline.server.broker;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.apache.commons.lang3.Validate;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.PooledObjectFactory;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.wire.amqp.Topology;

/**
 * The channels of one connection, at most {@link ChannelConfig#poolSize} of them, opened as they
 * are needed. A publisher thread borrows one at a time and either returns or discards it.
 * Thread-safe.
 */
public final class ChannelPool extends GenericObjectPool<ConfirmChannel> {
  private static final Logger LOG = LoggerFactory.getLogger(ChannelPool.class);
  private static final Duration MAX_WAIT = Duration.ofMillis(500);

  /**
   * @param onReturn told on the connection's thread that no queue took a message
   * @param closer where channels are closed, which may take seconds
   */
  ChannelPool(
      Connection connection,
      Topology topology,
      ChannelConfig config,
      Runnable onReturn,
      Executor closer) {
    super(factory(connection, topology, config, onReturn, closer), settings(config));
  }

  /** Makes, checks and destroys the pool's channels. */
  private static PooledObjectFactory<ConfirmChannel> factory(
      Connection connection,
      Topology topology,
      ChannelConfig config,
      Runnable onReturn,
      Executor closer) {
    return new BasePooledObjectFactory<>() {
      @Override
      public ConfirmChannel create() throws IOException {
        Channel channel = connection.createChannel();
        if (channel == null) {
          // null means that channel_max is reached: the pool is far smaller, but brokers can lower
          // the limit
          throw new IOException("the broker allows no further channel on this connection");
        }
        return new ConfirmChannel(channel, topology, config, onReturn);
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
        // if not, the pool destroys it instead of handing it to the next borrower
        Validate.validState(
            pooled.getObject().isSettled(), "a channel came back with an unanswered message");
      }

      @Override
      public void destroyObject(PooledObject<ConfirmChannel> pooled) {
        // a closed channel stays closed, as nothing recovers channels here
        if (pooled.getObject().isOpen()) {
          closer.execute(pooled.getObject()::abort);
        }
      }
    };
  }

  /** Destroys a borrowed channel instead of taking it back; never throws. */
  public void discard(ConfirmChannel channel) {
    try {
      invalidateObject(channel);
    } catch (Throwable e) {
      LOG.debug("a channel could not be destroyed", e);
    }
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
}
