package pipeline.consumer;

import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A value that is costly to have. It is taken anew no sooner than twenty times what it cost after
 * the last time: whoever asks however often, a twentieth of one processor goes into it.
 * Thread-safe; while it is taken, others who ask wait.
 */
final class Paced<T> {
  private static final int REST = 20;

  private final Supplier<T> source;
  private final LongSupplier nanoClock;
  private Taken<T> last;
  private long nextNanos;

  Paced(Supplier<T> source, LongSupplier nanoClock) {
    this.source = source;
    this.nanoClock = nanoClock;
  }

  /** A value and when it was taken, by the nano clock. */
  record Taken<T>(T value, long nanos) {}

  /** The present value or a recent one; what the source throws is passed on. */
  synchronized Taken<T> get() {
    long begin = nanoClock.getAsLong();
    if (last == null || begin - nextNanos >= 0) {
      T value = source.get();
      long end = nanoClock.getAsLong();
      last = new Taken<>(value, end);
      nextNanos = end + REST * (end - begin);
    }
    return last;
  }
}
