package pipeline.wire.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandInterruptedException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisReadOnlyException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.resource.ClientResources;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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

  /** The last attempt to connect, with its connection; null before the first. Guarded by this. */
  private CompletableFuture<StatefulRedisConnection<String, String>> attempt;

  /** When the last attempt began. Guarded by this. */
  private long begin;

  /** When the last attempt that failed has ended. */
  private volatile long failed;

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
      askSync(RedisCommands::ping);
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
        var unused = asked.closeAsync();
      }
      throw new CountsUnavailableException(
          settings + ": " + ExceptionUtils.getRootCause(e).getMessage(), e);
    }
  }

  /** Asks with commands that wait for their answers, see {@link #ask}. */
  public <T> T askSync(Function<RedisCommands<String, String>, T> question) {
    return ask(connection -> question.apply(connection.sync()));
  }

  /**
   * Whether the connection is broken: an error reply shows that it works, unless Redis has become a
   * replica.
   */
  private static boolean isBroken(RedisException e) {
    return !(e instanceof RedisCommandExecutionException) || e instanceof RedisReadOnlyException;
  }

  /** The connection: waited for, unless another thread's attempt has taken long already. */
  private StatefulRedisConnection<String, String> connection() {
    CompletableFuture<StatefulRedisConnection<String, String>> present;
    long left;
    synchronized (this) {
      boolean isOurs = attempt == null || (attempt.isDone() && isOver());
      if (isOurs) {
        begin = System.nanoTime();
        // a client that is closed throws at once
        attempt =
            CompletableFuture.completedFuture(client)
                .thenCompose(settings::connect)
                .whenComplete((made, e) -> failed = System.nanoTime());
      }
      present = attempt;
      left = isOurs ? Long.MAX_VALUE : PATIENCE_NANOS - (System.nanoTime() - begin);
    }
    try {
      return present.get(left, TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RedisException trouble ? trouble : new RedisException(e);
    } catch (TimeoutException e) {
      throw new RedisException("it does not take the connection", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RedisCommandInterruptedException(e);
    }
  }

  /** Whether the next attempt is due: the connection broke, or there was none for some time. */
  private boolean isOver() {
    return attempt.isCompletedExceptionally()
        ? System.nanoTime() - failed > RETRY_NANOS
        : !attempt.join().isOpen();
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
