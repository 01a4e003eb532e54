package pipeline.lab.system;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/**
 * How many messages a RabbitMQ node has handled since its start, by its Prometheus plugin.
 *
 * @param published received from publishers
 * @param delivered sent to consumers
 * @param acked acknowledged by consumers
 */
public record BrokerCounters(double published, double delivered, double acked) {
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final HttpClient HTTP = HttpClient.newBuilder().connectTimeout(LIMIT).build();

  /**
   * Reads the counters of a node on the loopback.
   *
   * @param port of its plugin
   */
  public static BrokerCounters now(int port) throws IOException, InterruptedException {
    return parse(metrics(port, ""));
  }

  /** The answer of a node's plugin at {@code /metrics}, or at a path below it. */
  static String metrics(int port, String below) throws IOException, InterruptedException {
    URI metrics = URI.create("http://127.0.0.1:" + port + "/metrics" + below);
    return HTTP.send(
            HttpRequest.newBuilder(metrics).timeout(LIMIT).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  /** Reads the text format, in which a counter has a line for each protocol and type of queue. */
  static BrokerCounters parse(String text) {
    return new BrokerCounters(
        sum(text, "rabbitmq_global_messages_received_total"),
        sum(text, "rabbitmq_global_messages_delivered_total"),
        sum(text, "rabbitmq_global_messages_acknowledged_total"));
  }

  private static double sum(String text, String name) {
    return text.lines()
        .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  /** The messages that were handled since {@code earlier}. */
  public BrokerCounters since(BrokerCounters earlier) {
    return new BrokerCounters(
        published - earlier.published, delivered - earlier.delivered, acked - earlier.acked);
  }
}
