package pipeline.consumer.http;

import java.util.OptionalDouble;

/** What a growing number grows by in a second, from one look to the next. Not thread-safe. */
final class Rate {
  private static final double NANOS = 1e9;

  private boolean seen;
  private long lastNumber;
  private long lastNanos;
  private OptionalDouble rate = OptionalDouble.empty();

  /**
   * The rate since the last look; of the same moment, the same answer.
   *
   * @return empty at the first look
   */
  OptionalDouble at(long nanos, long number) {
    if (seen && nanos != lastNanos) {
      rate = OptionalDouble.of((number - lastNumber) * NANOS / (nanos - lastNanos));
    }
    seen = true;
    lastNumber = number;
    lastNanos = nanos;
    return rate;
  }
}
