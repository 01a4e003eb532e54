package pipeline.wire.amqp;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Gives growing waits between attempts to reach the broker: doubled each time up to a limit, half
 * of each drawn at random so that several programs do not return in step. Not thread-safe.
 */
public final class Backoff {
  private static final long FIRST_MILLIS = 100;
  private static final long LAST_MILLIS = 5_000;

  private long millis = FIRST_MILLIS;

  /** The next wait in milliseconds, from 50 to 5,000. */
  public long nextMillis() {
    long wait = millis / 2 + ThreadLocalRandom.current().nextLong(millis / 2 + 1);
    millis = Math.min(LAST_MILLIS, millis * 2);
    return wait;
  }

  /** Begins again with the shortest wait; to be called after a success. */
  public void reset() {
    millis = FIRST_MILLIS;
  }
}
