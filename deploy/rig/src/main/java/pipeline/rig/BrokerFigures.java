package pipeline.rig;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.function.Failable;

/**
 * Reads the queue lengths of a RabbitMQ node on the loopback, and how many messages it has got,
 * from its Prometheus plugin. Immutable.
 *
 * @param port of the plugin
 */
public record BrokerFigures(int port) {
  private static final String QUEUES = "/detailed?family=queue_coarse_metrics";
  private static final Pattern RECEIVED =
      Pattern.compile("(?m)^rabbitmq_global_messages_received_total\\{[^}]*amqp091[^}]*\\} (\\S+)");
  private static final Pattern MESSAGES =
      Pattern.compile(
          "(?m)^rabbitmq_detailed_queue_messages\\{[^}]*queue=\"([^\"]*)\"[^}]*\\} (\\S+)");

  /**
   * The messages that have been published to the node since it started.
   *
   * @throws IOException the plugin does not answer, or does not say it
   */
  public long received() throws IOException, InterruptedException {
    Matcher received = RECEIVED.matcher(metrics(""));
    if (!received.find()) {
      throw new IOException("no messages_received_total on port " + port);
    }
    return (long) Double.parseDouble(received.group(1));
  }

  private String metrics(String path) throws IOException, InterruptedException {
    return new Loopback(port).get("/metrics" + path).body();
  }

  /**
   * Begins to look once a second at how many messages queues hold, ready or unacked, as the total
   * of RabbitMQ's management UI has them.
   */
  public Lengths watch(List<String> queues) {
    return new Lengths(queues);
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

  /** The lengths of queues, a number a second, taken on a thread of its own. Thread-safe. */
  public final class Lengths implements Closeable {
    private static final long CLOSE_SECONDS = 10;

    private final List<Integer> lengths = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService sampler =
        Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "queue-sampler"));
    private final Future<?> looking;

    private Lengths(List<String> queues) {
      // a failure ends the series, and the samples before it stay
      Runnable look = Failable.asRunnable(() -> lengths.add(messages(metrics(QUEUES), queues)));
      looking = sampler.scheduleAtFixedRate(look, 0, 1, TimeUnit.SECONDS);
    }

    /** The messages in all queues together, by second. */
    public List<Integer> soFar() {
      return List.copyOf(lengths);
    }

    @Override
    public void close() {
      looking.cancel(false);
      sampler.shutdownNow();
      try {
        sampler.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
