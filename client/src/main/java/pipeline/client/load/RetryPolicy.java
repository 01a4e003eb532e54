package pipeline.client.load;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;
import org.apache.commons.lang3.ObjectUtils;
import pipeline.client.http.Outcome;

/**
 * Decides whether and when to try a request again: after no answer (connection error, timeout),
 * 408, 429 or 5xx, at most {@code maxRetries} times; and after a 404 of a server that has answered
 * with success before, whose application is being replaced. The backoff doubles from {@code
 * firstBackoff}; half of it is random, so that threads which failed together do not come back
 * together. A longer Retry-After is honoured up to a limit.
 *
 * @param jitter draws from [0, 1); must be thread-safe if the policy is shared
 */
public record RetryPolicy(int maxRetries, Duration firstBackoff, DoubleSupplier jitter) {
  static final int DEFAULT_MAX_RETRIES = 5;

  /**
   * The first wait. Five waits, each twice the one before, add up to 8-15 s, in which a server or a
   * broker restarts.
   */
  private static final Duration DEFAULT_FIRST_BACKOFF = Duration.ofMillis(500);

  static final Duration MAX_RETRY_AFTER = Duration.ofSeconds(10);

  private static final int NOT_FOUND = 404;
  private static final int REQUEST_TIMEOUT = 408;
  private static final int TOO_MANY_REQUESTS = 429;

  /** How the client retries. */
  public static RetryPolicy usual() {
    return new RetryPolicy(
        DEFAULT_MAX_RETRIES, DEFAULT_FIRST_BACKOFF, () -> ThreadLocalRandom.current().nextDouble());
  }

  /**
   * Decides after a failed attempt.
   *
   * @param retries how many retries the request has had
   * @param served whether the server has answered with success in this run
   * @return nanoseconds to wait before the next attempt; empty to give up
   */
  OptionalLong waitNanos(int retries, Outcome outcome, boolean served) {
    if (retries >= maxRetries || !mayPassLater(outcome, served)) {
      return OptionalLong.empty();
    }
    long ceiling = firstBackoff.toNanos() << retries;
    long backoff = (long) (ceiling * (1 + jitter.getAsDouble()) / 2);
    long asked = ObjectUtils.min(outcome.retryAfter(), MAX_RETRY_AFTER).toNanos();
    return OptionalLong.of(Math.max(backoff, asked));
  }

  private static boolean mayPassLater(Outcome outcome, boolean served) {
    return !outcome.isAnswered()
        || outcome.status() == REQUEST_TIMEOUT
        || outcome.status() == TOO_MANY_REQUESTS
        || (outcome.status() == NOT_FOUND && served)
        || outcome.status() >= 500;
  }
}
