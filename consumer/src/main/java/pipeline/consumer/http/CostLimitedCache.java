package pipeline.consumer.http;

import java.util.function.LongSupplier;
import java.util.function.Supplier;
import pipeline.wire.query.CountsUnavailableException;

/**
 * Caches a value that took t to compute for 20 t, so that computing it again and again uses about 5
 * % of a processor however often it is asked for. A failure is cached too, for as long as it took.
 * Thread-safe; while one caller computes, the others wait.
 */
public final class CostLimitedCache<T> {
  private static final int REST = 20;

  private final Supplier<T> source;
  private final LongSupplier nanoClock;
  private T last;
  private CountsUnavailableException trouble;
  private long nextNanos;

  /** A cache in which nothing is computed yet. */
  public CostLimitedCache(Supplier<T> source, LongSupplier nanoClock) {
    this.source = source;
    this.nanoClock = nanoClock;
  }

  /**
   * The current value or a recent one.
   *
   * @throws CountsUnavailableException if the source says so, or has just said so
   */
  public synchronized T get() {
    long begin = nanoClock.getAsLong();
    if ((last == null && trouble == null) || begin - nextNanos >= 0) {
      trouble = null;
      try {
        last = source.get();
      } catch (CountsUnavailableException e) {
        trouble = e;
      }
      long end = nanoClock.getAsLong();
      nextNanos = end + (end - begin) * (trouble == null ? REST : 1);
    }
    if (trouble != null) {
      throw trouble;
    }
    return last;
  }
}
