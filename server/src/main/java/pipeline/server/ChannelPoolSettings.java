package pipeline.server;

import java.time.Duration;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;

/**
 * What the pool's own defaults would do wrong, set right. What the pool itself did wrong (P2, P4,
 * P5) is fixed in 2.13.1; waiters cannot starve (P6), as there are as many channels as lanes can
 * be. Pure.
 */
final class ChannelPoolSettings {
  private static final Duration MAX_WAIT = Duration.ofMillis(500);

  private ChannelPoolSettings() {}

  static GenericObjectPoolConfig<ConfirmChannel> of(PublishConfig config) {
    GenericObjectPoolConfig<ConfirmChannel> pool = new GenericObjectPoolConfig<>();
    pool.setMaxTotal(config.channels() + LanePublisher.MAX_HELD);
    pool.setMaxIdle(config.channels());
    // P1: the default waits for ever
    pool.setMaxWait(MAX_WAIT);
    // P1: the default hands out closed channels
    pool.setTestOnBorrow(true);
    // P12, P13: no evictor and no abandonment, so nobody closes a channel that is in use
    pool.setTimeBetweenEvictionRuns(Duration.ofMillis(-1));
    // a second WAR in the same Tomcat would clash, and an undeployed one would stay registered
    pool.setJmxEnabled(false);
    return pool;
  }
}
