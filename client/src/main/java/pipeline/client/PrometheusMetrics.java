package pipeline.client;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * RabbitMQ's Prometheus plugin. Its counters are those of the whole broker and carry no timestamps:
 * they are of the moment of the answer.
 */
final class PrometheusMetrics implements BrokerSource {
  private static final String COUNTER = "rabbitmq_global_messages_";
  private static final Map<BrokerCounter, String> COUNTERS =
      Map.of(
          BrokerCounter.PUBLISH, "received_total",
          BrokerCounter.CONFIRM, "confirmed_total",
          BrokerCounter.DELIVER, "delivered_total",
          BrokerCounter.ACK, "acknowledged_total",
          BrokerCounter.REDELIVER, "redelivered_total");
  private static final String ALARM = "rabbitmq_alarms_";
  private static final Map<String, String> ALARMS =
      Map.of(
          "memory_used_watermark", "memory alarm",
          "free_disk_space_watermark", "disk alarm",
          "file_descriptor_limit", "file descriptor alarm");

  /** Queues report at a broker's default `collect_statistics_interval`; the counters are live. */
  private static final long STALE_MILLIS = 5_000;

  private final BrokerHttp http;
  private final String queue;
  private final LongSupplier epochMillis;

  PrometheusMetrics(BrokerHttp http, String queue, LongSupplier epochMillis) {
    this.http = http;
    this.queue = queue;
    this.epochMillis = epochMillis;
  }

  @Override
  public BrokerReading read() throws IOException {
    List<String> broker = lines("/metrics");
    if (broker.stream().noneMatch(line -> line.startsWith("rabbitmq_"))) {
      throw new IOException(http.base() + " is not RabbitMQ's Prometheus plugin");
    }
    long now = epochMillis.getAsLong();
    Map<BrokerCounter, BrokerReading.Count> counters = new EnumMap<>(BrokerCounter.class);
    COUNTERS.forEach(
        (counter, name) ->
            sum(broker, COUNTER + name)
                .ifPresent(n -> counters.put(counter, new BrokerReading.Count(n, now))));
    return new BrokerReading(gauges(broker), counters, alarms(broker));
  }

  private Map<BrokerGauge, Long> gauges(List<String> broker) throws IOException {
    Map<BrokerGauge, Long> gauges = new EnumMap<>(BrokerGauge.class);
    List<String> ours =
        lines("/metrics/detailed?family=queue_coarse_metrics").stream()
            .filter(line -> line.contains("queue=\"" + queue + "\""))
            .filter(line -> line.contains("vhost=\"/\""))
            .collect(Collectors.toList());
    sum(ours, "rabbitmq_detailed_queue_messages_ready")
        .ifPresent(n -> gauges.put(BrokerGauge.READY, n));
    sum(ours, "rabbitmq_detailed_queue_messages_unacked")
        .ifPresent(n -> gauges.put(BrokerGauge.UNACKED, n));
    sum(broker, "rabbitmq_process_resident_memory_bytes")
        .ifPresent(n -> gauges.put(BrokerGauge.MEMORY_BYTES, n));
    return gauges;
  }

  private static Optional<List<String>> alarms(List<String> broker) {
    List<String> inEffect = new ArrayList<>();
    boolean told = false;
    for (Map.Entry<String, String> alarm : ALARMS.entrySet()) {
      OptionalLong value = sum(broker, ALARM + alarm.getKey());
      told |= value.isPresent();
      if (value.orElse(0) > 0) {
        inEffect.add(alarm.getValue());
      }
    }
    return told ? Optional.of(inEffect) : Optional.empty();
  }

  private List<String> lines(String path) throws IOException {
    return http.get(path)
        .map(body -> new String(body, StandardCharsets.UTF_8).lines().toList())
        .orElse(List.of());
  }

  /** Adds up a metric over all its labels; empty if there is no such metric. */
  private static OptionalLong sum(List<String> lines, String metric) {
    List<Double> values =
        lines.stream()
            .filter(line -> line.startsWith(metric + "{") || line.startsWith(metric + " "))
            .map(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
            .toList();
    return values.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(values.stream().mapToLong(Double::longValue).sum());
  }

  @Override
  public String description() {
    return "RabbitMQ's Prometheus plugin at " + http.base();
  }

  @Override
  public long staleMillis() {
    return STALE_MILLIS;
  }
}
