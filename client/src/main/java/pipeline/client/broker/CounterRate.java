package pipeline.client.broker;

import java.util.OptionalDouble;

/**
 * Turns one counter's samples into a rate. A broker refreshes its counters every few seconds and
 * repeats them in between. So a change is divided by the time since the change before it, and a
 * repeated value is a rate of zero only after it has been the same for clearly longer than a
 * refresh takes. Not thread-safe.
 */
final class CounterRate {
  /** The time between two refreshes by RabbitMQ's default; a shorter one is learned. */
  private static final long LONGEST_REFRESH_MILLIS = 5_000;

  private static final double MILLIS_PER_SECOND = 1e3;

  private long refreshMillis = LONGEST_REFRESH_MILLIS;
  private boolean refreshKnown;
  private BrokerReading.Count last;
  private boolean lastIsChange;

  /**
   * The rate a second since the last sample that told one; empty while nothing new is known. A
   * counter that fell was reset when its broker restarted.
   */
  OptionalDouble rate(BrokerReading.Count now) {
    if (last == null || now.value() < last.value()) {
      last = now;
      lastIsChange = false;
      return OptionalDouble.empty();
    }
    long elapsed = now.atMillis() - last.atMillis();
    boolean moved = now.value() > last.value();
    if (elapsed <= 0 || (!moved && elapsed <= refreshMillis * 3 / 2)) {
      return OptionalDouble.empty();
    }
    if (moved && lastIsChange) {
      refreshMillis = Math.min(refreshMillis, elapsed);
      refreshKnown = true;
    }
    long difference = now.value() - last.value();
    boolean tooSoon = moved && !lastIsChange && elapsed < refreshMillis;
    last = now;
    lastIsChange = moved;
    if (tooSoon && !refreshKnown) {
      return OptionalDouble.empty(); // it may have grown for longer than since the last sample
    }
    return OptionalDouble.of(difference * MILLIS_PER_SECOND / (tooSoon ? refreshMillis : elapsed));
  }
}
