package pipeline.consumer;

import java.io.IOException;

/** All that {@code --http} adds to a consumer: the live page, reads and metrics. Thread-safe. */
final class ConsumerHttp implements AutoCloseable {
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
  ConsumerHttp(
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
  <P> Store<P> timed(Store<P> store) {
    return new TimedStore<>(store, metrics.registry());
  }

  int port() {
    return server.port();
  }

  @Override
  public void close() {
    server.close();
    metrics.close();
    queue.close();
  }
}
