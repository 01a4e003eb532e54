package pipeline.lab.system;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Looks at queues once a second, on a thread and a connection of its own. Thread-safe. */
public final class QueueSampler implements Closeable {
  private static final long CLOSE_SECONDS = 10;

  private final BrokerView broker;
  private final List<String> queues;
  private final Future<?> looking;
  private final List<Integer> lengths = new ArrayList<>();
  private final ScheduledExecutorService sampler =
      Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "queue-sampler"));

  /** Begins at once. */
  public QueueSampler(String amqp, List<String> queues) throws IOException, TimeoutException {
    broker = BrokerView.connect(amqp);
    this.queues = List.copyOf(queues);
    looking = sampler.scheduleAtFixedRate(this::look, 0, 1, TimeUnit.SECONDS);
  }

  /** A failure ends the series: the samples before it stay. */
  private void look() {
    try {
      int length = 0;
      for (String queue : queues) {
        length += broker.depth(queue);
      }
      synchronized (lengths) {
        lengths.add(length);
      }
    } catch (IOException e) {
      throw new IllegalStateException("no look at " + queues, e);
    }
  }

  /** Messages that waited in all of them, a number a second. */
  public List<Integer> lengths() {
    synchronized (lengths) {
      return List.copyOf(lengths);
    }
  }

  @Override
  public void close() throws IOException {
    looking.cancel(false);
    stop(sampler);
    broker.close();
  }

  private static void stop(ExecutorService executor) {
    executor.shutdownNow();
    try {
      executor.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
