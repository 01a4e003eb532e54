package pipeline.wire.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisReadOnlyException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.resource.ClientResources;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.commons.lang3.exception.ExceptionUtils;
import pipeline.wire.query.CountsUnavailableException;

/**
 * One connection to Redis for all threads, opened when it is first needed and again after it broke.
 * While Redis cannot be reached, one caller in a while tries and the others are told at once.
 * Thread-safe.
 */
public final class RedisLink implements AutoCloseable {
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long CLOSE_SECONDS = 2;

  private final RedisSettings settings;
  private final ClientResources resources;
  private final RedisClient client;

  /** Null while there is none. Guarded by this. */
  private StatefulRedisConnection<String, String> connection;

  /** Why the last attempt to connect failed, and when; null if it did not. Guarded by this. */
  private RedisException trouble;

  private long troubleNanos;

  /** Nothing is opened yet. */
  public RedisLink(RedisSettings settings) {
    this.settings = settings;
    this.resources = RedisSettings.resources();
    this.client = settings.client(resources);
    FastThreadLocal.removeAll();
  }

  /**
   * Asks on the connection.
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

  /** An error reply says that the connection works, unless Redis has become a replica. */
  private static boolean isBroken(RedisException e) {
    return !(e instanceof RedisCommandExecutionException) || e instanceof RedisReadOnlyException;
  }

  private synchronized StatefulRedisConnection<String, String> connection() {
    if (connection != null && connection.isOpen()) {
      return connection;
    }
    if (trouble != null && System.nanoTime() - troubleNanos < RETRY_NANOS) {
      throw trouble;
    }
    try {
      connection = client.connect();
      trouble = null;
      return connection;
    } catch (RedisException e) {
      trouble = e;
      troubleNanos = System.nanoTime();
      throw e;
    }
  }

  private synchronized void drop(StatefulRedisConnection<String, String> broken) {
    if (connection == broken) {
      connection = null;
    }
    var unused = broken.closeAsync();
  }

  /** Host, port and database; no password. */
  @Override
  public String toString() {
    return settings.toString();
  }

  @Override
  public void close() {
    client.shutdown(0, CLOSE_SECONDS, TimeUnit.SECONDS);
    resources.shutdown(0, CLOSE_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
    // what Netty keeps on the caller's thread would be a leak in a container
    FastThreadLocal.removeAll();
  }
}
