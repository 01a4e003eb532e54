package pipeline.client.load;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;

/**
 * The pause after a step of a sweep in which the consumer catches up.
 *
 * @param asked the longest wait for the queue to become empty; without a queue to look at, the wait
 *     itself. Empty: {@link #DEFAULT_LIMIT}, without a queue none
 */
public record CoolDown(
    Optional<QueueDepth> queue, Optional<Duration> asked, StopSignal stop, LongSupplier nanoClock) {
  /**
   * The time that a queue which can be watched has to become empty, unless the command line says
   * otherwise.
   */
  static final Duration DEFAULT_LIMIT = Duration.ofSeconds(60);

  private static final long POLL_NANOS = 200_000_000;

  /** Whether the queue can be watched, so that {@link #await} tells how long it took to empty. */
  public boolean seesQueue() {
    return queue.isPresent();
  }

  /**
   * Waits, but not past a stop.
   *
   * @return the seconds until the queue was known to be empty; empty if that is not known
   */
  OptionalDouble await() throws InterruptedException {
    if (queue.isEmpty()) {
      stop.await(asked.orElse(Duration.ZERO).toNanos());
      return OptionalDouble.empty();
    }
    long limit = asked.orElse(DEFAULT_LIMIT).toNanos();
    long start = nanoClock.getAsLong();
    long elapsed;
    do {
      Optional<QueueDepth.Depth> known = queue.get().messages();
      elapsed = nanoClock.getAsLong() - start;
      // a length of zero from before the pause says nothing about the step's messages
      if (known.filter(d -> d.messages() == 0 && d.sinceNanos() - start >= 0).isPresent()) {
        return OptionalDouble.of(elapsed / 1e9);
      }
    } while (elapsed < limit && !stop.await(POLL_NANOS));
    return OptionalDouble.empty();
  }
}
