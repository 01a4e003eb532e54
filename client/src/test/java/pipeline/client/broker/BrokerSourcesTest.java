package pipeline.client.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.client.http.StubServer;
import pipeline.client.input.BadInputException;

/** Answers as RabbitMQ 3.10.8 gave them, shortened, from a real HTTP server. */
class BrokerSourcesTest {
  private static final BrokerCredentials GUEST = new BrokerCredentials("guest", "guest");
  private static final String OVERVIEW =
      """
      {"management_version":"3.10.8","rates_mode":"basic","disable_stats":false,
       "cluster_name":"rabbit@h","message_stats":{"confirm":13,
       "confirm_details":{"rate":0.0,"samples":[{"sample":12,"timestamp":1795230841000},
       {"sample":9,"timestamp":1795230840000}]}}}
      """;
  private static final String QUEUE =
      """
      {"messages_ready":2,"messages_unacknowledged":7,
       "messages_ready_details":{"samples":[{"sample":2,"timestamp":1795230842000}]},
       "message_stats":{
        "publish":31,"publish_details":{"samples":[{"sample":30,"timestamp":1795230844000},
         {"sample":30,"timestamp":1795230843000},{"sample":30,"timestamp":1795230842000},
         {"sample":8,"timestamp":1795230841000}]},
        "deliver":21,"deliver_details":{"samples":[{"sample":20,"timestamp":1795230841000},
         {"sample":20,"timestamp":1795230840000}]},
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
      rabbitmq_identity_info{rabbitmq_node="rabbit@h",rabbitmq_cluster="rabbit@h.example"} 1
      rabbitmq_global_messages_received_total{protocol="amqp091"} 700
      rabbitmq_global_messages_confirmed_total{protocol="amqp091"} 90
      rabbitmq_global_messages_confirmed_total{protocol="amqp10"} 9
      rabbitmq_global_messages_delivered_total{protocol="amqp091",queue_type="classic"} 800
      rabbitmq_channel_messages_published_total 700
      rabbitmq_queue_consumer_utilisation NaN
      rabbitmq_raft_entry_commit_latency_seconds +Inf
      """;
  private static final String LENGTHS =
      """
      rabbitmq_detailed_queue_messages_ready{vhost="/",queue="my queue"} 5
      rabbitmq_detailed_queue_messages_ready{vhost="/",queue="other"} 50
      rabbitmq_detailed_queue_messages_ready{vhost="other",queue="my queue"} 500
      rabbitmq_detailed_queue_messages_unacked{vhost="/",queue="my queue"} 6
      """;

  /** As RabbitMQ 3.10 counts. */
  private static final String BY_CHANNEL =
      LENGTHS
          + """
          # TYPE rabbitmq_detailed_channel_messages_acked_total counter
          rabbitmq_detailed_channel_messages_delivered_ack_total{channel="<0.1.0>",vhost="/",queue="my queue"} 30
          rabbitmq_detailed_channel_messages_delivered_ack_total{channel="<0.2.0>",vhost="/",queue="my queue"} 7
          rabbitmq_detailed_channel_messages_delivered_ack_total{channel="<0.2.0>",vhost="/",queue="other"} 70
          rabbitmq_detailed_channel_messages_delivered_total{channel="<0.3.0>",vhost="/",queue="my queue"} 2
          rabbitmq_detailed_channel_messages_redelivered_total{channel="<0.1.0>",vhost="/",queue="my queue"} 4
          rabbitmq_detailed_channel_messages_acked_total{channel="<0.1.0>",vhost="/",queue="my queue"} 20
          rabbitmq_detailed_queue_messages_published_total{channel="<0.4.0>",queue_vhost="/",queue="my queue",exchange_vhost="/",exchange="my queue"} 41
          rabbitmq_detailed_queue_messages_published_total{channel="<0.4.0>",queue_vhost="/",queue="other",exchange_vhost="/",exchange="my queue"} 410
          """;

  /** As RabbitMQ 4 counts. */
  private static final String BY_QUEUE =
      LENGTHS
          + """
          # TYPE rabbitmq_detailed_queue_messages_acked_total counter
          rabbitmq_detailed_queue_messages_delivered_ack_total{vhost="/",queue="my queue"} 37
          rabbitmq_detailed_queue_messages_delivered_total{vhost="/",queue="my queue"} 2
          rabbitmq_detailed_queue_messages_redelivered_total{vhost="/",queue="my queue"} 4
          rabbitmq_detailed_queue_messages_acked_total{vhost="/",queue="my queue"} 20
          rabbitmq_detailed_queue_messages_acked_total{vhost="/",queue="other"} 200
          rabbitmq_detailed_queue_exchange_messages_published_total{vhost="/",exchange="x",queue="my queue"} 30
          rabbitmq_detailed_queue_exchange_messages_published_total{vhost="/",exchange="",queue="my queue"} 11
          """;

  private static final Map<BrokerCounter, Long> COUNTED =
      Map.of(
          BrokerCounter.PUBLISH, 41L,
          BrokerCounter.CONFIRM, 99L,
          BrokerCounter.DELIVER, 39L,
          BrokerCounter.ACK, 20L,
          BrokerCounter.REDELIVER, 4L);

  private final HttpClient client = HttpClient.newHttpClient();
  private final Map<String, String> answers = new ConcurrentHashMap<>();
  private StubServer broker;
  private String admitted = GUEST.basicAuthorization();

  @BeforeEach
  void start() throws IOException {
    broker =
        StubServer.scripted(
            (exchange, number) -> {
              URI uri = exchange.getRequestURI();
              String who = exchange.getRequestHeaders().getFirst("Authorization");
              String answer =
                  answers.getOrDefault(uri.toString(), answers.getOrDefault(uri.getRawPath(), ""));
              int status =
                  who != null && !who.equals(admitted) ? 401 : answer.isEmpty() ? 404 : 200;
              StubServer.answer(exchange, status, answer.isEmpty() ? "{}" : answer);
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

    assertThat(reading.ready()).hasValue(2);
    assertThat(reading.unacked()).hasValue(7);
    assertThat(reading.memoryBytes()).hasValue(150);
    assertThat(reading.counters())
        .containsEntry(BrokerCounter.CONFIRM, new BrokerReading.Count(12, 1795230841000L))
        .containsEntry(BrokerCounter.PUBLISH, new BrokerReading.Count(30, 1795230842000L))
        .containsEntry(BrokerCounter.DELIVER, new BrokerReading.Count(21, 1795230841000L))
        .containsEntry(BrokerCounter.ACK, new BrokerReading.Count(0, 1795230842000L));
    assertThat(reading.alarms()).hasValue(List.of("memory alarm on a@h", "disk alarm on b@h"));
  }

  @Test
  void anAbsentQueueIsNotAnEmptyOne() throws IOException {
    managementAnswers();
    answers.remove("/api/queues/%2F/my%20queue");

    BrokerReading reading = management().read();

    assertThat(reading.ready()).isEmpty();
    assertThat(reading.unacked()).isEmpty();
    assertThat(reading.memoryBytes()).isPresent();
    assertThat(reading.counters()).isEmpty();
  }

  @Test
  void aBrokerToldToCountNothingCountsNothing() throws IOException {
    managementAnswers();
    answers.put("/api/overview", "{\"management_version\":\"3.10.8\",\"rates_mode\":\"none\"}");
    answers.put("/api/queues/%2F/my%20queue", "{\"messages_ready\":2}");

    BrokerReading reading = management().read();

    assertThat(reading.counters()).isEmpty();
    assertThat(reading.ready()).hasValue(2);
  }

  @Test
  void aBrokerThatCollectsNoStatisticsIsAskedElsewhere() throws IOException {
    answers.put("/api/overview", "{\"management_version\":\"4.3.0\",\"disable_stats\":true}");
    answers.put("/metrics", METRICS);
    answers.put("/metrics/detailed", BY_QUEUE);
    FirstAnswering source = byHand(management(), prometheus());

    source.read();

    assertThat(source.description()).startsWith("RabbitMQ's Prometheus plugin");
  }

  @Test
  void theQueueIsThatOfItsVirtualHost() throws IOException {
    managementAnswers();
    answers.put("/api/queues/a%2Fb%20c/my%20queue", "{\"messages_ready\":77}");

    assertThat(management("a/b c", GUEST).read().ready()).hasValue(77);
  }

  @Test
  void whereTheFirstCredentialsAreRefusedTheNextAreTried() throws IOException {
    managementAnswers();
    BrokerCredentials monitor = new BrokerCredentials("monitor", "s3cret");
    admitted = monitor.basicAuthorization();
    ManagementApi source = management("/", GUEST, monitor);

    source.read();
    int once = broker.received().size();
    source.read();

    assertThat(once).isEqualTo(4);
    assertThat(broker.received()).as("asked as the second at once").hasSize(4 + 3);
  }

  @Test
  void refusedCredentialsAreSaidToBeAndNotRepeated() throws IOException {
    managementAnswers();

    assertThatThrownBy(() -> management("/", new BrokerCredentials("me", "s3cret")).read())
        .hasMessage("%s answers 401: it refuses the credentials", base());
  }

  @ParameterizedTest
  @ValueSource(strings = {BY_CHANNEL, BY_QUEUE})
  void prometheusTellsTheQueuesOwnNumbers(String detailed) throws IOException {
    answers.put("/metrics", METRICS);
    answers.put("/metrics/detailed", detailed);

    BrokerReading reading = prometheus().read();

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
    answers.put("/metrics", METRICS);
    answers.put(
        "/metrics/detailed?vhost=%2F&family=queue_coarse_metrics&family=queue_delivery_metrics"
            + "&family=queue_exchange_metrics",
        LENGTHS);
    answers.put(
        "/metrics/detailed?vhost=%2F&family=queue_coarse_metrics&family=channel_queue_metrics"
            + "&family=channel_queue_exchange_metrics",
        BY_CHANNEL);

    assertThat(counted(prometheus().read())).isEqualTo(COUNTED);
  }

  @Test
  void countersDoNotFallWhenAChannelEndsOrTheBrokerBeginsAnew() throws IOException {
    answers.put("/metrics", METRICS);
    answers.put("/metrics/detailed", BY_CHANNEL);
    PrometheusMetrics source = prometheus();
    source.read();

    answers.put("/metrics/detailed", BY_CHANNEL.replaceAll("(?m)^.*<0\\.1\\.0>.*\n", ""));
    assertThat(counted(source.read())).as("channel 1 has ended").isEqualTo(COUNTED);

    answers.put("/metrics", METRICS.replace(" 90\n", " 3\n").replace(" 9\n", " 0\n"));
    answers.put("/metrics/detailed", BY_CHANNEL.replace(" 30\n", " 8\n").replace(" 41\n", " 1\n"));
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
    answers.put("/metrics", METRICS);
    answers.put("/metrics/detailed", LENGTHS);

    assertThat(counted(prometheus().read()))
        .containsEntry(BrokerCounter.PUBLISH, 0L)
        .containsEntry(BrokerCounter.ACK, 0L);

    answers.put("/metrics/detailed", "");
    assertThat(counted(prometheus().read())).containsOnlyKeys(BrokerCounter.CONFIRM);
  }

  @Test
  void aQueueWhoseLeaderHasDiedKeepsItsCounters() throws IOException {
    answers.put("/metrics", METRICS);
    answers.put("/metrics/detailed", BY_QUEUE);
    PrometheusMetrics source = prometheus();
    source.read();

    answers.put("/metrics/detailed", BY_QUEUE.replace(LENGTHS, ""));
    BrokerReading reading = source.read();

    assertThat(reading.ready()).isEmpty();
    assertThat(counted(reading)).isEqualTo(COUNTED);
  }

  @Test
  void aBrokerWhoseChannelsCountNothingHasNoCountersOfTheQueue() throws IOException {
    String nothing = METRICS.replace("channel_messages_published_total 700", "channel_x 0");
    answers.put("/metrics", nothing);
    answers.put("/metrics/detailed", LENGTHS);
    PrometheusMetrics source = prometheus();
    source.read();

    answers.put(
        "/metrics", nothing.replace("{protocol=\"amqp091\"} 700", "{protocol=\"amqp091\"} 800"));
    assertThat(counted(source.read())).containsOnlyKeys(BrokerCounter.CONFIRM);
  }

  @Test
  void nodesOfAClusterAreAddedUpAndOneThatDiesStopsToCount() throws IOException {
    answers.put("/metrics", METRICS + peer("rabbit@i"));
    answers.put("/metrics/detailed", BY_QUEUE);
    answers.put("/i/metrics", METRICS.replace("rabbit@h", "rabbit@i") + peer("rabbit@h"));
    answers.put(
        "/i/metrics/detailed",
        """
        rabbitmq_detailed_queue_messages_acked_total{vhost="/",queue="my queue"} 1000
        """);
    PrometheusMetrics source = prometheus("", "/i");

    BrokerReading both = source.read();
    assertThat(counted(both))
        .containsEntry(BrokerCounter.ACK, 1_020L)
        .containsEntry(BrokerCounter.CONFIRM, 198L);
    assertThat(both.ready()).hasValue(5);
    assertThat(both.memoryBytes()).hasValue(2 * 139_223_040);
    assertThat(both.alarms())
        .hasValue(List.of("memory alarm on rabbit@h", "memory alarm on rabbit@i"));

    answers.remove("/i/metrics");
    BrokerReading one = source.read();
    assertThat(counted(one)).containsEntry(BrokerCounter.ACK, 1_020L);
    assertThat(one.memoryBytes()).hasValue(139_223_040);
  }

  @Test
  void aPartOfAClusterIsNotTheWholeOfIt() {
    answers.put("/metrics", METRICS + peer("rabbitmqcli-17-rabbit@h") + peer("rabbit@i"));
    answers.put("/metrics/detailed", BY_QUEUE);

    assertThatThrownBy(() -> prometheus().read())
        .hasMessage("%s tells its own node only, not that of rabbit@i in its cluster", base());
    assertThatThrownBy(() -> prometheus("", "/i").read())
        .hasMessage("%s/i is not RabbitMQ's Prometheus plugin", base());
  }

  @Test
  void theFirstWayThatAnswersIsKept() throws IOException {
    answers.put("/metrics", METRICS);
    answers.put("/metrics/detailed", BY_CHANNEL);
    FirstAnswering source = byHand(management(), prometheus());

    assertThat(source.read().counters()).hasSize(5);
    managementAnswers();
    source.read();

    assertThat(source.description()).startsWith("RabbitMQ's Prometheus plugin");
  }

  @Test
  void aPluginIsTrustedWithoutItsBrokersWordOnlyBesideItsUsualPort() throws Exception {
    answers.put("/metrics", METRICS);
    answers.put("/metrics/detailed", BY_CHANNEL);
    PassiveDeclare usual = amqp("amqp://192.0.2.1:5672");
    PassiveDeclare unusual = amqp("amqp://192.0.2.1:5673");

    assertThat(new FirstAnswering(List.of(prometheus(), usual), Optional.of(usual)).read().ready())
        .hasValue(5);
    assertThatThrownBy(
            () -> new FirstAnswering(List.of(prometheus(), unusual), Optional.of(unusual)).read())
        .hasMessageStartingWith(
            "RabbitMQ's Prometheus plugin at %s may be of another broker than"
                + " amqp://192.0.2.1:5673: set BROKER_API_USER",
            base());
  }

  @Test
  void whereNothingAnswersEveryReasonIsTold() {
    FirstAnswering source = byHand(management(), prometheus());

    assertThatThrownBy(source::read)
        .isInstanceOf(IOException.class)
        .hasMessage(
            "%1$s is not RabbitMQ's management API; %1$s is not RabbitMQ's Prometheus plugin",
            base());
  }

  @Test
  void aDeadPortIsAnAnswerOfNothing() throws Exception {
    BrokerCredentials credentials = new BrokerCredentials("me", "s3cret");
    URI dead = URI.create("http://localhost:1");
    FirstAnswering source =
        byHand(
            new ManagementApi(new BrokerHttp(client, dead, List.of(credentials)), "/", "q"),
            new PassiveDeclare(
                BrokerAddress.parse("amqp://localhost:1"), "/", List.of(credentials), "q"));

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

  private static String peer(String node) {
    return "erlang_vm_dist_node_state{peer=\"" + node + "\"} 3\n";
  }

  private static Map<BrokerCounter, Long> counted(BrokerReading reading) {
    Map<BrokerCounter, Long> counted = new EnumMap<>(BrokerCounter.class);
    reading.counters().forEach((counter, count) -> counted.put(counter, count.value()));
    return counted;
  }

  private URI base() {
    return URI.create(broker.url().replace("/server", ""));
  }

  private static FirstAnswering byHand(BrokerSource... sources) {
    return new FirstAnswering(List.of(sources), Optional.empty());
  }

  private ManagementApi management() {
    return management("/", GUEST);
  }

  private ManagementApi management(String virtualHost, BrokerCredentials... credentials) {
    return new ManagementApi(
        new BrokerHttp(client, base(), List.of(credentials)), virtualHost, "my queue");
  }

  private PrometheusMetrics prometheus() {
    return prometheus("");
  }

  /** Asks nodes that are paths of one server. */
  private PrometheusMetrics prometheus(String... paths) {
    List<BrokerHttp> nodes =
        Stream.of(paths)
            .map(path -> new BrokerHttp(client, URI.create(base() + path), List.of()))
            .toList();
    return new PrometheusMetrics(nodes, "/", "my queue", () -> 77);
  }

  /** Nobody listens there, and without credentials nobody is asked. */
  private static PassiveDeclare amqp(String address) throws BadInputException {
    return new PassiveDeclare(BrokerAddress.parse(address), "/", List.of(), "my queue");
  }
}
