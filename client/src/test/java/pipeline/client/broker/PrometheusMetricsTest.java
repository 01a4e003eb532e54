package pipeline.client.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static pipeline.client.broker.StubBroker.BY_CHANNEL;
import static pipeline.client.broker.StubBroker.BY_QUEUE;
import static pipeline.client.broker.StubBroker.LENGTHS;
import static pipeline.client.broker.StubBroker.METRICS;

import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrometheusMetricsTest {
  private static final Map<BrokerCounter, Long> COUNTED =
      Map.of(
          BrokerCounter.PUBLISH, 41L,
          BrokerCounter.CONFIRM, 99L,
          BrokerCounter.DELIVER, 39L,
          BrokerCounter.ACK, 20L,
          BrokerCounter.REDELIVER, 4L);

  private StubBroker broker;

  @BeforeEach
  void start() throws IOException {
    broker = new StubBroker();
  }

  @AfterEach
  void stop() {
    broker.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {BY_CHANNEL, BY_QUEUE})
  void prometheusTellsTheQueuesOwnNumbers(String detailed) throws IOException {
    broker.answerAsPlugin(detailed);

    BrokerReading reading = broker.prometheus().read();

    assertThat(counted(reading)).isEqualTo(COUNTED);
    assertThat(reading.counters().values())
        .extracting(BrokerReading.Count::atMillis)
        .containsOnly(77L);
    assertThat(reading.ready()).hasValue(5);
    assertThat(reading.unacked()).hasValue(6);
    assertThat(reading.memoryBytes()).hasValue(139_223_040);
    assertThat(reading.alarms()).hasValue(List.of("memory alarm on rabbit@h"));
    assertThat(reading.clusters()).containsExactly("rabbit@h.example");
  }

  @Test
  void bothKindsOfCountersAreAskedForWhereTheyAre() throws IOException {
    broker.answer("/metrics", METRICS);
    broker.answer(
        "/metrics/detailed?vhost=%2F&family=queue_coarse_metrics&family=queue_delivery_metrics"
            + "&family=queue_exchange_metrics",
        LENGTHS);
    broker.answer(
        "/metrics/detailed?vhost=%2F&family=queue_coarse_metrics&family=channel_queue_metrics"
            + "&family=channel_queue_exchange_metrics",
        BY_CHANNEL);

    assertThat(counted(broker.prometheus().read())).isEqualTo(COUNTED);
  }

  @Test
  void countersDoNotFallWhenAChannelEndsOrTheBrokerBeginsAnew() throws IOException {
    broker.answerAsPlugin(BY_CHANNEL);
    PrometheusMetrics source = broker.prometheus();
    source.read();

    broker.answer("/metrics/detailed", BY_CHANNEL.replaceAll("(?m)^.*<0\\.1\\.0>.*\n", ""));
    assertThat(counted(source.read())).as("channel 1 has ended").isEqualTo(COUNTED);

    broker.answer("/metrics", METRICS.replace(" 90\n", " 3\n").replace(" 9\n", " 0\n"));
    broker.answer(
        "/metrics/detailed", BY_CHANNEL.replace(" 30\n", " 8\n").replace(" 41\n", " 1\n"));
    assertThat(counted(source.read()))
        .as("channel 1 is another one now, with 8 deliveries, 20 acks, 4 of them again")
        .isEqualTo(
            Map.of(
                BrokerCounter.PUBLISH, 42L,
                BrokerCounter.CONFIRM, 102L,
                BrokerCounter.DELIVER, 47L,
                BrokerCounter.ACK, 40L,
                BrokerCounter.REDELIVER, 8L));
  }

  @Test
  void aQueueWithoutTrafficHasCountedNothingAndAnAbsentOneIsNotCounted() throws IOException {
    broker.answerAsPlugin(LENGTHS);

    assertThat(counted(broker.prometheus().read()))
        .containsEntry(BrokerCounter.PUBLISH, 0L)
        .containsEntry(BrokerCounter.ACK, 0L);

    broker.answer("/metrics/detailed", "");
    assertThat(counted(broker.prometheus().read())).containsOnlyKeys(BrokerCounter.CONFIRM);
  }

  @Test
  void aQueueWhoseLeaderHasDiedKeepsItsCounters() throws IOException {
    broker.answerAsPlugin(BY_QUEUE);
    PrometheusMetrics source = broker.prometheus();
    source.read();

    broker.answer("/metrics/detailed", BY_QUEUE.replace(LENGTHS, ""));
    BrokerReading reading = source.read();

    assertThat(reading.ready()).isEmpty();
    assertThat(counted(reading)).isEqualTo(COUNTED);
  }

  @Test
  void aBrokerWhoseChannelsCountNothingHasNoCountersOfTheQueue() throws IOException {
    String nothing = METRICS.replace("channel_messages_published_total 700", "channel_x 0");
    broker.answer("/metrics", nothing);
    broker.answer("/metrics/detailed", LENGTHS);
    PrometheusMetrics source = broker.prometheus();
    source.read();

    broker.answer(
        "/metrics", nothing.replace("{protocol=\"amqp091\"} 700", "{protocol=\"amqp091\"} 800"));
    assertThat(counted(source.read())).containsOnlyKeys(BrokerCounter.CONFIRM);
  }

  @Test
  void nodesOfAClusterAreAddedUpAndOneThatDiesStopsToCount() throws IOException {
    broker.answer("/metrics", METRICS + peer("rabbit@i"));
    broker.answer("/metrics/detailed", BY_QUEUE);
    broker.answer("/i/metrics", METRICS.replace("rabbit@h", "rabbit@i") + peer("rabbit@h"));
    broker.answer(
        "/i/metrics/detailed",
        """
        rabbitmq_detailed_queue_messages_acked_total{vhost="/",queue="my queue"} 1000
        """);
    PrometheusMetrics source = broker.prometheus("", "/i");

    BrokerReading both = source.read();
    assertThat(counted(both))
        .containsEntry(BrokerCounter.ACK, 1_020L)
        .containsEntry(BrokerCounter.CONFIRM, 198L);
    assertThat(both.ready()).hasValue(5);
    assertThat(both.memoryBytes()).hasValue(2 * 139_223_040);
    assertThat(both.alarms())
        .hasValue(List.of("memory alarm on rabbit@h", "memory alarm on rabbit@i"));

    broker.answer("/i/metrics", "");
    BrokerReading one = source.read();
    assertThat(counted(one)).containsEntry(BrokerCounter.ACK, 1_020L);
    assertThat(one.memoryBytes()).hasValue(139_223_040);
  }

  @Test
  void aPartOfAClusterIsNotTheWholeOfIt() {
    broker.answer("/metrics", METRICS + peer("rabbitmqcli-17-rabbit@h") + peer("rabbit@i"));
    broker.answer("/metrics/detailed", BY_QUEUE);

    assertThatThrownBy(() -> broker.prometheus().read())
        .hasMessage(
            "%s tells its own node only, not that of rabbit@i in its cluster", broker.url());
    assertThatThrownBy(() -> broker.prometheus("", "/i").read())
        .hasMessage("%s/i is not RabbitMQ's Prometheus plugin", broker.url());
  }

  private static String peer(String node) {
    return "erlang_vm_dist_node_state{peer=\"" + node + "\"} 3\n";
  }

  private static Map<BrokerCounter, Long> counted(BrokerReading reading) {
    Map<BrokerCounter, Long> counted = new EnumMap<>(BrokerCounter.class);
    reading.counters().forEach((counter, count) -> counted.put(counter, count.value()));
    return counted;
  }
}
