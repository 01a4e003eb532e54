package pipeline.consumer.http;

import java.io.IOException;
import pipeline.consumer.amqp.ConsumerStats;
import pipeline.consumer.amqp.QueueWatch;
import pipeline.consumer.amqp.Subscription;
import pipeline.consumer.store.Results;
import pipeline.consumer.store.Store;
import pipeline.consumer.workload.WorkloadHandler;

/** All that {@code --http} adds to a consumer: the live page, reads and metrics. Thread-safe. */
public final class ConsumerHttp implements AutoCloseable {
  private static final long EVENT_MILLIS = 1_000;
  private static final long PATIENCE_MILLIS = 5_000;

  private final QueueWatch queue;
  private final ConsumerMetrics metrics;
  private final CountsServer server;

  /**
   * Answers until closed.
   *
   * @throws IOException if the port cannot be had
   */
  public ConsumerHttp(
      int port,
      WorkloadHandler<?> handler,
      Results results,
      Subscription subscription,
      ConsumerStats stats)
      throws IOException {
    LiveFigures figures = new LiveFigures(handler, results, System::nanoTime);
    queue = new QueueWatch(subscription::queueLength);
    metrics = new ConsumerMetrics(stats, subscription::consumers, queue, figures);
    LiveEvents events =
        new LiveEvents(
            () -> new LiveReport(handler, results, figures, queue, System::nanoTime)::next,
            EVENT_MILLIS,
            PATIENCE_MILLIS);
    try {
      server = new CountsServer(port, handler, results, queue, metrics::scrape, events);
    } catch (IOException e) {
      events.close();
      metrics.close();
      queue.close();
      throw e;
    }
  }

  /** The store, its commits among the metrics. */
  public <P> Store<P> timed(Store<P> store) {
    return new TimedStore<>(store, metrics.registry());
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
}
