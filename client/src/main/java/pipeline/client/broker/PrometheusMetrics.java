package pipeline.client.broker;

import java.io.IOException;
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
import pipeline.client.broker.PrometheusNode.Sample;

/**
 * RabbitMQ's Prometheus plugin, 3.10 to 4.x. Each node tells its own part only, so all nodes of the
 * cluster are asked and added up. What was published to the queue, delivered and acked is counted
 * for the queue, in RabbitMQ 3 for each channel of it; confirms are counted for the whole broker.
 * Counters are of the moment of the answer.
 */
final class PrometheusMetrics implements BrokerSource {
  private static final String GLOBAL = "rabbitmq_global_messages_";
  private static final String DETAILED = PrometheusNode.DETAILED;

  /** The names of a queue's counters; which of them a plugin has depends on RabbitMQ's version. */
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

  private static final String ALARM = "rabbitmq_alarms_";
  private static final Map<String, String> ALARMS =
      Map.of(
          "memory_used_watermark", "memory alarm",
          "free_disk_space_watermark", "disk alarm",
          "file_descriptor_limit", "file descriptor alarm");

  /** Queues report at a broker's default `collect_statistics_interval`; the counters are live. */
  private static final long STALE_MILLIS = 5_000;

  private final List<PrometheusNode> nodes;
  private final LongSupplier epochMillis;
  private final Map<PrometheusNode, Map<String, Long>> counted = new HashMap<>();
  private final Map<BrokerCounter, Long> totals = new EnumMap<>(BrokerCounter.class);
  private boolean complete;
  private long received = Long.MAX_VALUE;

  /**
   * @param nodes all nodes of the cluster
   */
  PrometheusMetrics(
      List<BrokerHttp> nodes, String virtualHost, String queue, LongSupplier epochMillis) {
    this.nodes = nodes.stream().map(node -> new PrometheusNode(node, virtualHost, queue)).toList();
    this.epochMillis = epochMillis;
  }

  /**
   * Asks every node and adds up their figures. All of them must answer the first time, or the
   * curves would show a part as if it were the whole. A node that dies later is left out.
   */
  @Override
  public BrokerReading read() throws IOException {
    List<PrometheusNode> answered = new ArrayList<>();
    List<String> failures = new ArrayList<>();
    for (PrometheusNode node : nodes) {
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
    answered.forEach(this::addGrowth);
    OptionalLong ready = ofQueue(answered, "queue_messages_ready");
    return new BrokerReading(
        ready,
        ofQueue(answered, "queue_messages_unacked"),
        sum(answered, "rabbitmq_process_resident_memory_bytes"),
        counters(answered, ready.isPresent(), now),
        alarms(answered),
        clusters());
  }

  private static void requireWholeCluster(List<PrometheusNode> answered) throws IOException {
    Set<String> asked = answered.stream().map(PrometheusNode::name).collect(Collectors.toSet());
    for (PrometheusNode node : answered) {
      for (Sample peer : node.metrics("erlang_vm_dist_node_state").toList()) {
        String name = peer.label("peer").orElse("");
        if (!asked.contains(name) && !name.startsWith("rabbitmqcli")) {
          throw new IOException(
              node.url() + " tells its own node only, not that of " + name + " in its cluster");
        }
      }
    }
  }

  /**
   * Adds what the counters have grown by since the node's answer before. The counters of a channel
   * end with it, those of a node begin anew with it, and the totals must not fall.
   */
  private void addGrowth(PrometheusNode node) {
    Map<String, Long> before = counted.getOrDefault(node, Map.of());
    Map<String, Long> now = new HashMap<>();
    addGrowth(BrokerCounter.CONFIRM, node.metrics(GLOBAL + "confirmed_total"), before, now);
    OF_QUEUE.forEach((counter, names) -> addGrowth(counter, node.ofQueue(names), before, now));
    counted.put(node, now);
  }

  private void addGrowth(
      BrokerCounter counter,
      Stream<Sample> samples,
      Map<String, Long> before,
      Map<String, Long> now) {
    samples.forEach(
        sample -> {
          long last = before.getOrDefault(sample.series(), 0L);
          long value = sample.value();
          totals.merge(counter, value < last ? value : value - last, Long::sum);
          now.put(sample.series(), value);
        });
  }

  /**
   * The counters of the queue and of the broker. If the broker counts at all, an existing queue
   * without counters has seen no message.
   */
  private Map<BrokerCounter, BrokerReading.Count> counters(
      List<PrometheusNode> answered, boolean queueIsSeen, long now) {
    Map<BrokerCounter, BrokerReading.Count> counters = new EnumMap<>(BrokerCounter.class);
    totals.forEach((counter, total) -> counters.put(counter, new BrokerReading.Count(total, now)));
    boolean counts = countsForQueues(answered);
    if (counts && (queueIsSeen || OF_QUEUE.keySet().stream().anyMatch(totals::containsKey))) {
      BrokerReading.Count zero = new BrokerReading.Count(0, now);
      OF_QUEUE.keySet().forEach(counter -> counters.putIfAbsent(counter, zero));
    }
    return counters;
  }

  /**
   * Whether the broker counts messages for queues; with {@code management.rates_mode = none} no
   * channel does.
   */
  private boolean countsForQueues(List<PrometheusNode> answered) {
    long before = received;
    received =
        sum(answered.stream()
                .flatMap(node -> node.metrics(GLOBAL + "received_total"))
                .filter(sample -> sample.hasLabel("protocol", "amqp091")))
            .orElse(0);
    return received <= before
        || sum(answered, "rabbitmq_channel_messages_published_total").orElse(0) > 0;
  }

  private static Optional<List<String>> alarms(List<PrometheusNode> answered) {
    List<String> inEffect = new ArrayList<>();
    boolean told = false;
    for (PrometheusNode node : answered) {
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

  private static OptionalLong ofQueue(List<PrometheusNode> nodes, String metric) {
    return sum(nodes.stream().flatMap(node -> node.ofQueue(Set.of(DETAILED + metric))));
  }

  private static OptionalLong sum(List<PrometheusNode> nodes, String metric) {
    return sum(nodes.stream().flatMap(node -> node.metrics(metric)));
  }

  /** The sum of the samples; empty if there are none. */
  private static OptionalLong sum(Stream<Sample> samples) {
    return samples.mapToLong(Sample::value).reduce(Long::sum);
  }

  @Override
  public String description() {
    return nodes.stream()
        .map(PrometheusNode::url)
        .collect(Collectors.joining(", ", "RabbitMQ's Prometheus plugin at ", ""));
  }

  @Override
  public long staleMillis() {
    return STALE_MILLIS;
  }
}
