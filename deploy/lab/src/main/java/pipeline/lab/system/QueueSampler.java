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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Looks once a second at how many messages queues hold, ready or unacked, as the total of
 * RabbitMQ's management UI has them; on a thread of its own. Thread-safe.
 */
public final class QueueSampler implements Closeable {
  private static final long CLOSE_SECONDS = 10;
  private static final String QUEUES = "/detailed?family=queue_coarse_metrics";
  private static final Pattern MESSAGES =
      Pattern.compile(
          "(?m)^rabbitmq_detailed_queue_messages\\{[^}]*queue=\"([^\"]*)\"[^}]*\\} (\\S+)");

  private final int port;
  private final List<String> queues;
  private final Future<?> looking;
  private final List<Integer> lengths = new ArrayList<>();
  private final ScheduledExecutorService sampler =
      Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "queue-sampler"));

  /**
   * Begins to sample at once.
   *
   * @param port of a node's Prometheus plugin
   */
  public QueueSampler(int port, List<String> queues) {
    this.port = port;
    this.queues = List.copyOf(queues);
    looking = sampler.scheduleAtFixedRate(this::look, 0, 1, TimeUnit.SECONDS);
  }

  /** Takes a sample; a failure ends the series, and the samples before it stay. */
  private void look() {
    try {
      int length = messages(BrokerCounters.metrics(port, QUEUES), queues);
      synchronized (lengths) {
        lengths.add(length);
      }
    } catch (IOException e) {
      throw new IllegalStateException("no look at " + queues, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Reads the text format; a queue that is not listed holds none. */
  static int messages(String text, List<String> queues) {
    int messages = 0;
    for (Matcher queue = MESSAGES.matcher(text); queue.find(); ) {
      if (queues.contains(queue.group(1))) {
        messages += (int) Double.parseDouble(queue.group(2));
      }
    }
    return messages;
  }

  /** The messages in all queues, a number a second. */
  public List<Integer> lengths() {
    synchronized (lengths) {
      return List.copyOf(lengths);
    }
  }

  @Override
  public void close() {
    looking.cancel(false);
    stop(sampler);
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
