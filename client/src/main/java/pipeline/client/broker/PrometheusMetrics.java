package pipeline.client.broker;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * RabbitMQ's Prometheus plugin, 3.10 to 4.x. Each node tells its own part only, so all nodes of the
 * cluster are asked and added up. What was published to the queue, delivered and acked is counted
 * for the queue, in RabbitMQ 3 for each channel of it; confirms are counted for the whole broker.
 * Counters are of the moment of the answer.
 */
final class PrometheusMetrics implements BrokerSource {
  private static final String GLOBAL = "rabbitmq_global_messages_";
  private static final String DETAILED = "rabbitmq_detailed_";

  /** What one of both kinds of plugin calls what is counted for a queue. */
  private static final Map<BrokerCounter, Set<String>> OF_QUEUE =
      Map.of(
          BrokerCounter.PUBLISH,
          Set.of(
              DETAILED + "queue_exchange_messages_published_total",
              DETAILED + "queue_messages_published_total"),
          BrokerCounter.DELIVER,
          Set.of(
              DETAILED + "queue_messages_delivered_ack_total",
              DETAILED + "queue_messages_delivered_total",
              DETAILED + "channel_messages_delivered_ack_total",
              DETAILED + "channel_messages_delivered_total"),
          BrokerCounter.ACK,
          Set.of(
              DETAILED + "queue_messages_acked_total", DETAILED + "channel_messages_acked_total"),
          BrokerCounter.REDELIVER,
          Set.of(
              DETAILED + "queue_messages_redelivered_total",
              DETAILED + "channel_messages_redelivered_total"));

  /** From RabbitMQ 4.0 on. */
  private static final String FAMILIES_BY_QUEUE =
      "&family=queue_delivery_metrics&family=queue_exchange_metrics";

  private static final String FAMILIES_BY_CHANNEL =
      "&family=channel_queue_metrics&family=channel_queue_exchange_metrics";

  private static final String ALARM = "rabbitmq_alarms_";
  private static final Map<String, String> ALARMS =
      Map.of(
          "memory_used_watermark", "memory alarm",
          "free_disk_space_watermark", "disk alarm",
          "file_descriptor_limit", "file descriptor alarm");

  /** Queues report at a broker's default `collect_statistics_interval`; the counters are live. */
  private static final long STALE_MILLIS = 5_000;

  private final List<Node> nodes;
  private final String virtualHost;
  private final String queue;
  private final LongSupplier epochMillis;
  private final Map<BrokerCounter, Long> totals = new EnumMap<>(BrokerCounter.class);
  private boolean complete;
  private long received = Long.MAX_VALUE;

  /**
   * @param nodes all nodes of the cluster
   */
  PrometheusMetrics(
      List<BrokerHttp> nodes, String virtualHost, String queue, LongSupplier epochMillis) {
    this.nodes = nodes.stream().map(Node::new).toList();
    this.virtualHost = virtualHost;
    this.queue = queue;
    this.epochMillis = epochMillis;
  }

  /**
   * At first all nodes must answer, or the curves would show a part as if it were the whole. A node
   * that dies later stops to count.
   */
  @Override
  public BrokerReading read() throws IOException {
    List<Node> answered = new ArrayList<>();
    List<String> failures = new ArrayList<>();
    for (Node node : nodes) {
      try {
        node.ask();
        answered.add(node);
      } catch (IOException e) {
        failures.add(e.getMessage());
      }
    }
    if (answered.isEmpty() || (!complete && !failures.isEmpty())) {
      throw new IOException(String.join("; ", failures));
    }
    if (!complete) {
      requireWholeCluster(answered);
      complete = true;
    }
    long now = epochMillis.getAsLong();
    answered.forEach(node -> node.addGrowth(totals));
    Map<BrokerGauge, Long> gauges = gauges(answered);
    return new BrokerReading(gauges, counters(answered, gauges, now), alarms(answered), clusters());
  }

  private void requireWholeCluster(List<Node> answered) throws IOException {
    Set<String> asked = answered.stream().map(Node::name).collect(Collectors.toSet());
    for (Node node : answered) {
      for (Sample peer : node.metrics("erlang_vm_dist_node_state").toList()) {
        String name = peer.label("peer").orElse("");
        if (!asked.contains(name) && !name.startsWith("rabbitmqcli")) {
          throw new IOException(
              node.http.base()
                  + " tells its own node only, not that of "
                  + name
                  + " in its cluster");
        }
      }
    }
  }

  private Map<BrokerGauge, Long> gauges(List<Node> answered) {
    Map<BrokerGauge, Long> gauges = new EnumMap<>(BrokerGauge.class);
    ofQueue(answered, "queue_messages_ready").ifPresent(n -> gauges.put(BrokerGauge.READY, n));
    ofQueue(answered, "queue_messages_unacked").ifPresent(n -> gauges.put(BrokerGauge.UNACKED, n));
    sum(answered, "rabbitmq_process_resident_memory_bytes")
        .ifPresent(n -> gauges.put(BrokerGauge.MEMORY_BYTES, n));
    return gauges;
  }

  /** A queue that is there and has no counters yet has seen nothing, if anything is counted. */
  private Map<BrokerCounter, BrokerReading.Count> counters(
      List<Node> answered, Map<BrokerGauge, Long> gauges, long now) {
    Map<BrokerCounter, BrokerReading.Count> counters = new EnumMap<>(BrokerCounter.class);
    totals.forEach((counter, total) -> counters.put(counter, new BrokerReading.Count(total, now)));
    boolean counts = countsForQueues(answered);
    boolean queueIsThere =
        gauges.containsKey(BrokerGauge.READY)
            || OF_QUEUE.keySet().stream().anyMatch(totals::containsKey);
    if (counts && queueIsThere) {
      BrokerReading.Count zero = new BrokerReading.Count(0, now);
      OF_QUEUE.keySet().forEach(counter -> counters.putIfAbsent(counter, zero));
    }
    return counters;
  }

  /** With {@code management.rates_mode = none} messages arrive, but no channel counts them. */
  private boolean countsForQueues(List<Node> answered) {
    long before = received;
    received =
        sum(answered.stream()
                .flatMap(node -> node.metrics(GLOBAL + "received_total"))
                .filter(sample -> sample.hasLabel("protocol", "amqp091")))
            .orElse(0);
    return received <= before
        || sum(answered, "rabbitmq_channel_messages_published_total").orElse(0) > 0;
  }

  private static Optional<List<String>> alarms(List<Node> answered) {
    List<String> inEffect = new ArrayList<>();
    boolean told = false;
    for (Node node : answered) {
      for (Map.Entry<String, String> alarm : ALARMS.entrySet()) {
        OptionalLong value = sum(node.metrics(ALARM + alarm.getKey()));
        told |= value.isPresent();
        if (value.orElse(0) > 0) {
          inEffect.add(alarm.getValue() + " on " + node.name());
        }
      }
    }
    return told ? Optional.of(inEffect) : Optional.empty();
  }

  private Set<String> clusters() {
    return nodes.stream()
        .flatMap(node -> node.identity("rabbitmq_cluster").stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static OptionalLong ofQueue(List<Node> nodes, String metric) {
    return sum(nodes.stream().flatMap(node -> node.ofQueue(Set.of(DETAILED + metric))));
  }

  private static OptionalLong sum(List<Node> nodes, String metric) {
    return sum(nodes.stream().flatMap(node -> node.metrics(metric)));
  }

  /** Empty if there are no samples. */
  private static OptionalLong sum(Stream<Sample> samples) {
    return samples.mapToLong(Sample::value).reduce(Long::sum);
  }

  @Override
  public String description() {
    return nodes.stream()
        .map(node -> node.http.base().toString())
        .collect(Collectors.joining(", ", "RabbitMQ's Prometheus plugin at ", ""));
  }

  @Override
  public long staleMillis() {
    return STALE_MILLIS;
  }

  /** One node and what it told last. */
  private final class Node {
    private final BrokerHttp http;
    private String families = FAMILIES_BY_QUEUE;
    private List<Sample> broker = List.of();
    private List<Sample> detailed = List.of();
    private Map<String, Long> counted = Map.of();

    Node(BrokerHttp http) {
      this.http = http;
    }

    void ask() throws IOException {
      List<Sample> newBroker = samples(lines("/metrics"));
      if (newBroker.stream().noneMatch(sample -> sample.name.startsWith("rabbitmq_"))) {
        throw new IOException(http.base() + " is not RabbitMQ's Prometheus plugin");
      }
      List<String> newDetailed = lines(detailedPath());
      if (families.equals(FAMILIES_BY_QUEUE)
          && newDetailed.stream().noneMatch(line -> line.contains("queue_messages_acked_total"))) {
        families = FAMILIES_BY_CHANNEL; // it has no such family, or would name it with no samples
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

    private List<Sample> samples(List<String> lines) {
      return lines.stream().flatMap(line -> Sample.parse(line).stream()).toList();
    }

    Stream<Sample> metrics(String name) {
      return broker.stream().filter(sample -> sample.name.equals(name));
    }

    Stream<Sample> ofQueue(Set<String> names) {
      return detailed.stream()
          .filter(sample -> names.contains(sample.name))
          .filter(sample -> sample.hasLabel("queue", queue))
          .filter(
              sample ->
                  sample.hasLabel("vhost", virtualHost)
                      || sample.hasLabel("queue_vhost", virtualHost));
    }

    /**
     * Adds what the counters have grown by since the node's answer before. The counters of a
     * channel end with it, those of a node begin anew with it, and the totals must not fall.
     */
    void addGrowth(Map<BrokerCounter, Long> totals) {
      Map<String, Long> now = new HashMap<>();
      metrics(GLOBAL + "confirmed_total")
          .forEach(sample -> addGrowth(BrokerCounter.CONFIRM, sample, totals, now));
      OF_QUEUE.forEach(
          (counter, names) ->
              ofQueue(names).forEach(sample -> addGrowth(counter, sample, totals, now)));
      counted = now;
    }

    private void addGrowth(
        BrokerCounter counter,
        Sample sample,
        Map<BrokerCounter, Long> totals,
        Map<String, Long> now) {
      String series = sample.name + sample.labels;
      long before = counted.getOrDefault(series, 0L);
      long value = sample.value();
      totals.merge(counter, value < before ? value : value - before, Long::sum);
      now.put(series, value);
    }

    String name() {
      return identity("rabbitmq_node").orElse("a node");
    }

    Optional<String> identity(String label) {
      return metrics("rabbitmq_identity_info").findFirst().flatMap(info -> info.label(label));
    }
  }

  /**
   * A line of the text format.
   *
   * @param labels as they stand there, each with a comma before it
   * @param number its value as it stands there
   */
  private record Sample(String name, String labels, String number) {
    /** Empty for a line that is a comment. */
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

    long value() {
      return (long) Double.parseDouble(number);
    }

    boolean hasLabel(String label, String text) {
      String escaped = text.replace("\\", "\\\\").replace("\n", "\\n").replace("\"", "\\\"");
      return labels.contains("," + label + "=\"" + escaped + "\"");
    }

    /** The text of a label without characters that need to be escaped. */
    Optional<String> label(String label) {
      int start = labels.indexOf("," + label + "=\"");
      if (start < 0) {
        return Optional.empty();
      }
      int text = start + label.length() + 3;
      return Optional.of(labels.substring(text, labels.indexOf('"', text)));
    }
  }
}
