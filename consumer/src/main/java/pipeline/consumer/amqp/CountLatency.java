package pipeline.consumer.amqp;

import com.rabbitmq.client.AMQP.BasicProperties;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import org.apache.commons.lang3.function.FailableRunnable;
import pipeline.wire.amqp.PublishTime;

/**
 * Measures the time that lines take from the publishing of their message to the commit that counts
 * them. A copy that is dropped is not among them, and a message that is delivered again counts from
 * its publishing. Thread-safe.
 */
public final class CountLatency {
  private static final int SIGNIFICANT_DIGITS = 3;
  private static final double MICROS_PER_MILLI = 1e3;

  private final LongSupplier microClock;

  /** The recorded latencies. Guarded by this. */
  private final Histogram micros = new Histogram(SIGNIFICANT_DIGITS);

  /**
   * The messages that are in the store and not committed yet, in the order in which they were
   * added.
   */
  private final Queue<Uncommitted> uncommitted = new ArrayDeque<>();

  private record Uncommitted(long publishedMicros, int lines) {}

  /**
   * @param microClock in microseconds since 1970, as the publishers' clocks
   */
  CountLatency(LongSupplier microClock) {
    this.microClock = microClock;
  }

  /**
   * Notes that new lines of a message are in the store; without a time of publishing they are left
   * out.
   */
  public synchronized void added(BasicProperties message, int lines) {
    if (lines > 0) {
      PublishTime.micros(message)
          .ifPresent(published -> uncommitted.add(new Uncommitted(published, lines)));
    }
  }

  /** A commit that also records the lines which were added before it. */
  public FailableRunnable<IOException> recording(FailableRunnable<IOException> commit) {
    return () -> {
      int covered = waiting();
      commit.run();
      committed(covered);
    };
  }

  private synchronized int waiting() {
    return uncommitted.size();
  }

  private synchronized void committed(int messages) {
    long now = microClock.getAsLong();
    for (int i = 0; i < messages; i++) {
      Uncommitted message = uncommitted.remove();
      // the publisher's clock may be ahead of this machine's
      micros.recordValueWithCount(Math.max(0, now - message.publishedMicros()), message.lines());
    }
  }

  /** The latencies recorded so far, in microseconds, each at most 0.1 % above the true one. */
  public synchronized Histogram recorded() {
    return micros.copy();
  }

  /** The milliseconds that {@code percent} of recorded lines do not exceed; 0 without lines. */
  public static double millis(Histogram recorded, double percent) {
    return recorded.getValueAtPercentile(percent) / MICROS_PER_MILLI;
  }
}
