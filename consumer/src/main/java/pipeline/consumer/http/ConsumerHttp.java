package pipeline.consumer.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.commons.lang3.function.FailableRunnable;
import pipeline.consumer.amqp.ConsumerStats;
import pipeline.consumer.amqp.Health;
import pipeline.consumer.amqp.QueueConsumer;
import pipeline.consumer.amqp.Subscription;
import pipeline.consumer.amqp.UnackedBytes;
import pipeline.consumer.store.Store;
import pipeline.consumer.store.StoreReader;
import pipeline.consumer.thread.RepeatingTimer;
import pipeline.consumer.workload.WorkloadHandler;

/**
 * The HTTP side of a consumer with {@code --http}: the live page, reads of the counts, and metrics.
 * Thread-safe.
 */
public final class ConsumerHttp implements AutoCloseable {
  private static final long EVENT_MILLIS = 1_000;

  private final QueueLength queue;
  private final ConsumerMetrics metrics;
  private final CountsServer server;

  /**
   * Begins to answer, until closed.
   *
   * @throws IOException if the port cannot be had
   */
  public ConsumerHttp(
      InetSocketAddress address,
      WorkloadHandler<?> handler,
      StoreReader reader,
      Subscription subscription,
      ConsumerStats stats,
      UnackedBytes unacked,
      Health health)
      throws IOException {
    LiveFigures figures = new LiveFigures(handler, reader, System::nanoTime);
    queue = new QueueLength(subscription::queueLength);
    metrics = new ConsumerMetrics(stats, subscription::consumers, queue, health, figures);
    metrics.watch("unacked", () -> Optional.of(unacked.room()));
    LiveReport report =
        new LiveReport(
            handler,
            reader,
            figures,
            stats.latency(),
            queue,
            () -> subscription.consumers().stream().mapToLong(QueueConsumer::unacked).sum(),
            System::nanoTime);
    LiveEvents events = new LiveEvents(report, EVENT_MILLIS);
    try {
      server =
          new CountsServer(
              address, handler, reader, figures, queue, health::trouble, metrics::scrape, events);
    } catch (IOException e) {
      events.close();
      metrics.close();
      queue.close();
      throw e;
    }
  }

  /** The store's commit, timed for the metrics; to be called once. */
  public FailableRunnable<IOException> timed(Store<?> store) {
    return metrics.timed(store);
  }

  public int port() {
    return server.port();
  }

  @Override
  public void close() {
    server.close();
    metrics.close();
    queue.close();
  }

  /**
   * The length of the queue for readers that must not wait for the broker: asked for every second
   * on the thread {@code queue-watch}. Thread-safe.
   */
  private static final class QueueLength implements LongSupplier, AutoCloseable {
    private static final long PERIOD_MILLIS = 1_000;
    private static final long OLD_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final RepeatingTimer timer = new RepeatingTimer("queue-watch");

    private volatile Reading last = new Reading(-1, System.nanoTime());

    private record Reading(long length, long nanos) {}

    /**
     * Reads the length until closed.
     *
     * @param queueLength messages that wait, -1 while the broker is away; may take its time
     */
    QueueLength(LongSupplier queueLength) {
      timer.every(
          PERIOD_MILLIS, () -> last = new Reading(queueLength.getAsLong(), System.nanoTime()));
    }

    /** The last reading; -1 while it is not known, or the broker takes too long to answer. */
    @Override
    public long getAsLong() {
      Reading reading = last;
      return System.nanoTime() - reading.nanos() > OLD_NANOS ? -1 : reading.length();
    }

    @Override
    public void close() {
      timer.close();
    }
  }
}
