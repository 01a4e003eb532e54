package pipeline.client.broker;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;

/** RabbitMQ's Prometheus plugin at one node, and the samples that it told last. */
final class PrometheusNode {
  static final String DETAILED = "rabbitmq_detailed_";

  /** Metric families with a queue's counters, from RabbitMQ 4.0 on. */
  private static final String FAMILIES_BY_QUEUE =
      "&family=queue_delivery_metrics&family=queue_exchange_metrics";

  private static final String FAMILIES_BY_CHANNEL =
      "&family=channel_queue_metrics&family=channel_queue_exchange_metrics";

  private final BrokerHttp http;
  private final String virtualHost;
  private final String queue;
  private String families = FAMILIES_BY_QUEUE;
  private List<Sample> broker = List.of();
  private List<Sample> detailed = List.of();

  PrometheusNode(BrokerHttp http, String virtualHost, String queue) {
    this.http = http;
    this.virtualHost = virtualHost;
    this.queue = queue;
  }

  String url() {
    return http.base().toString();
  }

  /** Asks once; after a failure the samples are those of the answer before. */
  void ask() throws IOException {
    List<Sample> newBroker = samples(lines("/metrics"));
    if (newBroker.stream().noneMatch(sample -> sample.name.startsWith("rabbitmq_"))) {
      throw new IOException(url() + " is not RabbitMQ's Prometheus plugin");
    }
    List<String> newDetailed = lines(detailedPath());
    if (families.equals(FAMILIES_BY_QUEUE)
        && newDetailed.stream().noneMatch(line -> line.contains("queue_messages_acked_total"))) {
      families = FAMILIES_BY_CHANNEL; // no such family: it would be named even without samples
      newDetailed = lines(detailedPath());
    }
    broker = newBroker;
    detailed = samples(newDetailed);
  }

  private String detailedPath() {
    return "/metrics/detailed?vhost="
        + URLEncoder.encode(virtualHost, StandardCharsets.UTF_8)
        + "&family=queue_coarse_metrics"
        + families;
  }

  private List<String> lines(String path) throws IOException {
    return http.get(path)
        .map(body -> new String(body, StandardCharsets.UTF_8).lines().toList())
        .orElse(List.of());
  }

  private static List<Sample> samples(List<String> lines) {
    return lines.stream().flatMap(line -> Sample.parse(line).stream()).toList();
  }

  /** The broker's samples of a metric. */
  Stream<Sample> metrics(String name) {
    return broker.stream().filter(sample -> sample.name.equals(name));
  }

  /** The queue's samples of some metrics. */
  Stream<Sample> ofQueue(Set<String> names) {
    return detailed.stream()
        .filter(sample -> names.contains(sample.name))
        .filter(sample -> sample.hasLabel("queue", queue))
        .filter(
            sample ->
                sample.hasLabel("vhost", virtualHost)
                    || sample.hasLabel("queue_vhost", virtualHost));
  }

  String name() {
    return identity("rabbitmq_node").orElse("a node");
  }

  Optional<String> identity(String label) {
    return metrics("rabbitmq_identity_info").findFirst().flatMap(info -> info.label(label));
  }

  /**
   * A line of the text format.
   *
   * @param labels as they stand there, each with a comma before it
   * @param number its value as it stands there
   */
  record Sample(String name, String labels, String number) {
    /** Parses a line of the text format; empty if it is a comment. */
    static Optional<Sample> parse(String line) {
      int end = line.lastIndexOf(' ');
      if (line.startsWith("#") || end < 0) {
        return Optional.empty();
      }
      int brace = line.indexOf('{');
      boolean labelled = brace >= 0 && brace < end;
      return Optional.of(
          new Sample(
              line.substring(0, labelled ? brace : end),
              labelled ? "," + line.substring(brace + 1, line.lastIndexOf('}')) : "",
              line.substring(end + 1)));
    }

    /** The name and labels, which identify the sample among all those of the node. */
    String series() {
      return name + labels;
    }

    long value() {
      return (long) Double.parseDouble(number);
    }

    boolean hasLabel(String label, String text) {
      String escaped = text.replace("\\", "\\\\").replace("\n", "\\n").replace("\"", "\\\"");
      return labels.contains("," + label + "=\"" + escaped + "\"");
    }

    /** The text of a label without characters that need to be escaped. */
    Optional<String> label(String label) {
      return Optional.ofNullable(StringUtils.substringBetween(labels, "," + label + "=\"", "\""));
    }
  }
}
