package pipeline.server.broker;

import java.time.Duration;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The channels of one connection, at most {@link ChannelConfig#poolSize} of them. A publisher
 * thread borrows one at a time and either returns or discards it. Thread-safe.
 */
public final class ChannelPool extends GenericObjectPool<ConfirmChannel> {
  private static final Logger LOG = LoggerFactory.getLogger(ChannelPool.class);
  private static final Duration MAX_WAIT = Duration.ofMillis(500);

  ChannelPool(ConfirmChannelFactory factory, ChannelConfig config) {
    super(factory, settings(config));
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
