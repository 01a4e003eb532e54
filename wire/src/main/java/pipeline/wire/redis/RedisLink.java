package pipeline.wire.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandInterruptedException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisReadOnlyException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.resource.ClientResources;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.commons.lang3.exception.ExceptionUtils;
import pipeline.wire.query.CountsUnavailableException;

/**
 * One connection to Redis for all threads, opened when it is first needed and again after it broke.
 * While Redis cannot be reached, one caller in a while tries and the others are told at once; none
 * waits for another's attempt for longer than a good one takes. Thread-safe.
 */
public final class RedisLink implements AutoCloseable {
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long CLOSE_SECONDS = 2;

  private final RedisSettings settings;
  private final ClientResources resources;
  private final RedisClient client;

  /** The connection; null while there is none. Guarded by this. */
  private StatefulRedisConnection<String, String> connection;

  /** The error of the last attempt to connect; null if it succeeded. Guarded by this. */
  private RedisException trouble;

  private long troubleNanos;

  /** The present attempt to connect; null if none is being made. Guarded by this. */
  private Attempt attempt;

  /** An attempt to connect, which one thread makes and others may wait for. */
  private static final class Attempt {
    private final long begin = System.nanoTime();
    private final CountDownLatch ended = new CountDownLatch(1);
  }

  /** Makes a link that has no connection open yet. */
  public RedisLink(RedisSettings settings) {
    this.settings = settings;
    this.resources = RedisSettings.resources();
    this.client = settings.client(resources);
    FastThreadLocal.removeAll();
  }

  /**
   * Connects now, so that the first question does not wait for what connecting loads and looks up.
   *
   * @throws CountsUnavailableException if Redis does not answer now; a later question tries again
   */
  public void connect() {
    try {
      ask(redis -> redis.sync().ping());
    } finally {
      FastThreadLocal.removeAll();
    }
  }

  /**
   * Asks a question on the connection.
   *
   * @throws CountsUnavailableException if there is no answer, or an error; whether a command
   *     without an answer was carried out is not known
   */
  public <T> T ask(Function<StatefulRedisConnection<String, String>, T> question) {
    StatefulRedisConnection<String, String> asked = null;
    try {
      asked = connection();
      return question.apply(asked);
    } catch (RedisException e) {
      if (asked != null && isBroken(e)) {
        drop(asked);
      }
      throw new CountsUnavailableException(
          settings + ": " + ExceptionUtils.getRootCause(e).getMessage(), e);
    }
  }

  /**
   * Whether the connection is broken: an error reply shows that it works, unless Redis has become a
   * replica.
   */
  private static boolean isBroken(RedisException e) {
    return !(e instanceof RedisCommandExecutionException) || e instanceof RedisReadOnlyException;
  }

  private StatefulRedisConnection<String, String> connection() {
    Attempt ours = null;
    Attempt others;
    synchronized (this) {
      if (isConnected()) {
        return connection;
      }
      throwFreshTrouble();
      others = attempt;
      if (others == null) {
        ours = new Attempt();
        attempt = ours;
      }
    }
    return ours == null ? awaited(others) : connected(ours);
  }

  private boolean isConnected() {
    return connection != null && connection.isOpen();
  }

  private void throwFreshTrouble() {
    if (trouble != null && System.nanoTime() - troubleNanos < RETRY_NANOS) {
      throw trouble;
    }
  }

  private StatefulRedisConnection<String, String> connected(Attempt ours) {
    StatefulRedisConnection<String, String> opened = null;
    RedisException failure = null;
    try {
      opened = client.connect();
      return opened;
    } catch (RedisException e) {
      failure = e;
      throw e;
    } finally {
      synchronized (this) {
        connection = opened;
        trouble = failure;
        troubleNanos = System.nanoTime();
        attempt = null;
      }
      ours.ended.countDown();
    }
  }

  /** Waits for another thread's attempt, unless that has taken long already. */
  private StatefulRedisConnection<String, String> awaited(Attempt others) {
    try {
      long left = PATIENCE_NANOS - (System.nanoTime() - others.begin);
      others.ended.await(left, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RedisCommandInterruptedException(e);
    }
    synchronized (this) {
      if (isConnected()) {
        return connection;
      }
      throwFreshTrouble();
      throw new RedisException("it does not take the connection");
    }
  }

  private synchronized void drop(StatefulRedisConnection<String, String> broken) {
    if (connection == broken) {
      connection = null;
    }
    var unused = broken.closeAsync();
  }

  /** The host, port and database; no password. */
  @Override
  public String toString() {
    return settings.toString();
  }

  @Override
  public void close() {
    client.shutdown(0, CLOSE_SECONDS, TimeUnit.SECONDS);
    resources.shutdown(0, CLOSE_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
    // values that Netty keeps on the caller's thread would be a leak in a container
    FastThreadLocal.removeAll();
  }
}
