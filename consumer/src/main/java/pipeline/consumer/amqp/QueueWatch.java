package pipeline.consumer.amqp;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The length of the queue for those who must not wait for the broker: asked for every second on the
 * thread {@code queue-watch}. Thread-safe.
 */
public final class QueueWatch implements LongSupplier, AutoCloseable {
  private static final long PERIOD_MILLIS = 1_000;
  private static final long OLD_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "queue-watch"));
  private volatile Look last = new Look(-1, System.nanoTime());

  private record Look(long length, long nanos) {}

  /**
   * Watches until closed.
   *
   * @param queueLength messages that wait, -1 while the broker is away; may take its time
   */
  public QueueWatch(LongSupplier queueLength) {
    var unused =
        timer.scheduleWithFixedDelay(
            () -> last = new Look(queueLength.getAsLong(), System.nanoTime()),
            0,
            PERIOD_MILLIS,
            TimeUnit.MILLISECONDS);
  }

  /** The length a moment ago; -1 while it is not known, or the broker takes too long to answer. */
  @Override
  public long getAsLong() {
    Look look = last;
    return System.nanoTime() - look.nanos() > OLD_NANOS ? -1 : look.length();
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
