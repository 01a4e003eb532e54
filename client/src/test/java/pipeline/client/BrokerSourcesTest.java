package pipeline.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Answers as RabbitMQ 3.10.8 gave them, shortened, from a real HTTP server. */
class BrokerSourcesTest {
  private static final String OVERVIEW =
      """
      {"management_version":"3.10.8","rates_mode":"basic","message_stats":{"confirm":13,
       "confirm_details":{"rate":0.0,"samples":[{"sample":12,"timestamp":1795230841000},
       {"sample":9,"timestamp":1795230840000}]}}}
      """;
  private static final String QUEUE =
      """
      {"messages_ready":2,"messages_unacknowledged":7,
       "messages_ready_details":{"samples":[{"sample":2,"timestamp":1795230842000}]},
       "message_stats":{
        "publish":31,"publish_details":{"samples":[{"sample":30,"timestamp":1795230841000}]},
        "deliver":21,"deliver_details":{"samples":[{"sample":20,"timestamp":1795230841000}]},
        "deliver_no_ack":1,
        "deliver_no_ack_details":{"samples":[{"sample":1,"timestamp":1795230841000}]}}}
      """;
  private static final String NODES =
      """
      [{"name":"a@h","mem_used":100,"mem_alarm":true,"disk_free_alarm":false},
       {"name":"b@h","mem_used":50,"mem_alarm":false,"disk_free_alarm":true}]
      """;
  private static final String METRICS =
      """
      # TYPE rabbitmq_alarms_memory_used_watermark untyped
      rabbitmq_alarms_memory_used_watermark 1
      rabbitmq_alarms_free_disk_space_watermark 0
      rabbitmq_process_resident_memory_bytes 139223040
      rabbitmq_global_messages_received_total{protocol="amqp091"} 3
      rabbitmq_global_messages_received_confirm_total{protocol="amqp091"} 99
      rabbitmq_global_messages_delivered_total{protocol="amqp091",queue_type="classic"} 1
      rabbitmq_global_messages_delivered_total{protocol="amqp091",queue_type="quorum"} 4
      """;
  private static final String DETAILED =
      """
      rabbitmq_detailed_queue_messages_ready{vhost="/",queue="my queue"} 5
      rabbitmq_detailed_queue_messages_ready{vhost="/",queue="other"} 50
      rabbitmq_detailed_queue_messages_unacked{vhost="/",queue="my queue"} 6
      """;

  private final Map<String, String> answers = new HashMap<>();
  private StubServer broker;

  @BeforeEach
  void start() throws IOException {
    broker =
        StubServer.scripted(
            (exchange, number) -> {
              String path = exchange.getRequestURI().getRawPath();
              String answer = answers.get(path);
              StubServer.answer(
                  exchange, answer == null ? 404 : 200, answer == null ? "{}" : answer);
            });
  }

  @AfterEach
  void stop() {
    broker.close();
  }

  @Test
  void theManagementApiTellsEverything() throws IOException {
    managementAnswers();

    BrokerReading reading = management().read();

    assertThat(reading.gauges())
        .isEqualTo(
            Map.of(BrokerGauge.READY, 2L, BrokerGauge.UNACKED, 7L, BrokerGauge.MEMORY_BYTES, 150L));
    assertThat(reading.counters())
        .containsEntry(BrokerCounter.CONFIRM, new BrokerReading.Count(12, 1795230841000L))
        .containsEntry(BrokerCounter.PUBLISH, new BrokerReading.Count(30, 1795230841000L))
        .containsEntry(BrokerCounter.DELIVER, new BrokerReading.Count(21, 1795230841000L))
        .containsEntry(BrokerCounter.ACK, new BrokerReading.Count(0, 1795230842000L));
    assertThat(reading.alarms()).hasValue(List.of("memory alarm on a@h", "disk alarm on b@h"));
  }

  @Test
  void anAbsentQueueIsNotAnEmptyOne() throws IOException {
    managementAnswers();
    answers.remove("/api/queues/%2F/my%20queue");

    BrokerReading reading = management().read();

    assertThat(reading.gauges()).containsOnlyKeys(BrokerGauge.MEMORY_BYTES);
    assertThat(reading.counters()).isEmpty();
  }

  @Test
  void aBrokerToldToCountNothingCountsNothing() throws IOException {
    managementAnswers();
    answers.put("/api/overview", "{\"management_version\":\"3.10.8\",\"rates_mode\":\"none\"}");
    answers.put("/api/queues/%2F/my%20queue", "{\"messages_ready\":2}");

    BrokerReading reading = management().read();

    assertThat(reading.counters()).isEmpty();
    assertThat(reading.gauges()).containsEntry(BrokerGauge.READY, 2L);
  }

  @Test
  void prometheusCountersAreAddedUpOverTheirLabels() throws IOException {
    answers.put("/metrics", METRICS);
    answers.put("/metrics/detailed", DETAILED);

    BrokerReading reading = prometheus().read();

    assertThat(reading.counters())
        .isEqualTo(
            Map.of(
                BrokerCounter.PUBLISH, new BrokerReading.Count(3, 77),
                BrokerCounter.DELIVER, new BrokerReading.Count(5, 77)));
    assertThat(reading.gauges())
        .isEqualTo(
            Map.of(
                BrokerGauge.READY, 5L,
                BrokerGauge.UNACKED, 6L,
                BrokerGauge.MEMORY_BYTES, 139223040L));
    assertThat(reading.alarms()).hasValue(List.of("memory alarm"));
  }

  @Test
  void theFirstWayThatAnswersIsKept() throws IOException {
    answers.put("/metrics", METRICS);
    FirstAnswering source = new FirstAnswering(List.of(management(), prometheus()));

    assertThat(source.read().counters()).hasSize(2);
    managementAnswers();
    source.read();

    assertThat(source.description()).startsWith("RabbitMQ's Prometheus plugin");
  }

  @Test
  void whereNothingAnswersEveryReasonIsTold() {
    FirstAnswering source = new FirstAnswering(List.of(management(), prometheus()));

    assertThatThrownBy(source::read)
        .isInstanceOf(IOException.class)
        .hasMessage(
            "%1$s is not RabbitMQ's management API; %1$s is not RabbitMQ's Prometheus plugin",
            base());
  }

  @Test
  void aDeadPortIsAnAnswerOfNothing() throws Exception {
    BrokerCredentials credentials = new BrokerCredentials("me", "s3cret");
    FirstAnswering source =
        new FirstAnswering(
            List.of(
                new ManagementApi(
                    new BrokerHttp(URI.create("http://localhost:1"), Optional.of(credentials)),
                    "q"),
                new PassiveDeclare(URI.create("amqp://localhost:1"), credentials, "q")));

    assertThatThrownBy(source::read)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("http://localhost:1 does not answer")
        .hasMessageContaining("amqp://localhost:1 does not tell the depth of q")
        .hasMessageNotContaining("s3cret");
  }

  private void managementAnswers() {
    answers.put("/api/overview", OVERVIEW);
    answers.put("/api/queues/%2F/my%20queue", QUEUE);
    answers.put("/api/nodes", NODES);
  }

  private URI base() {
    return URI.create(broker.url().replace("/server", ""));
  }

  private ManagementApi management() {
    Optional<BrokerCredentials> guest = Optional.of(new BrokerCredentials("guest", "guest"));
    return new ManagementApi(new BrokerHttp(base(), guest), "my queue");
  }

  private PrometheusMetrics prometheus() {
    return new PrometheusMetrics(new BrokerHttp(base(), Optional.empty()), "my queue", () -> 77);
  }
}
