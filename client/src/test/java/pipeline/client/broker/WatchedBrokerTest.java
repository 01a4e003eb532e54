package pipeline.client.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.client.broker.BrokerReading.Count;
import pipeline.client.http.StubServer;
import pipeline.client.input.BadInputException;

/**
 * A broker is asked where it may be, as who the user said, and never in another broker's place;
 * what it tells is read as it means it. Its answers are those of RabbitMQ 3.10.8, shortened.
 */
class WatchedBrokerTest {
  private static final String GUEST = "Basic Z3Vlc3Q6Z3Vlc3Q=";
  private static final String OVERVIEW =
      """
      {"management_version":"3.10.8","rates_mode":"basic","disable_stats":false,
       "message_stats":{"confirm":13,
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
        "deliver_get":21,"deliver_get_details":{"samples":[{"sample":21,"timestamp":1795230841000},
         {"sample":21,"timestamp":1795230840000}]}}}
      """;
  private static final String NODES =
      """
      [{"name":"a@h","mem_used":100,"mem_alarm":true,"disk_free_alarm":false},
       {"name":"b@h","mem_used":50,"mem_alarm":false,"disk_free_alarm":true}]
      """;

  private static final String QUEUES = "/api/queues/%2F/my%20queue";

  /** The answers by path; to any other path it is 404. */
  private final Map<String, String> answers =
      new ConcurrentHashMap<>(
          Map.of("/api/overview", OVERVIEW, QUEUES, QUEUE, "/api/nodes", NODES));

  private final StubServer server =
      StubServer.scripted(
          (exchange, number) -> {
            String who = exchange.getRequestHeaders().getFirst("Authorization");
            String answer = answers.getOrDefault(exchange.getRequestURI().getRawPath(), "");
            int status = !who.equals(GUEST) ? 401 : answer.isEmpty() ? 404 : 200;
            StubServer.answer(exchange, status, answer);
          });

  private final String api = server.url().replace("/server", "");

  @AfterEach
  void stop() {
    server.close();
  }

  /** The places at which a broker that does not answer is asked, in order. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          http://127.0.0.1:1/                   |                         | http://127.0.0.1:1
          http://127.0.0.1:1,http://127.0.0.1:2 | amqp://m:s@127.0.0.1:3  | http://127.0.0.1:1 http://127.0.0.1:2
                                                | amqps://m:s@[::1]:3,[::1]:4 | amqps://[::1]:3,[::1]:4
          """)
  void theWayToAskFollowsFromTheAddresses(String asked, String url, String ways) {
    BrokerSource watched =
        find(asked, url == null ? Map.of() : Map.of("RABBITMQ_URL", url)).orElseThrow();
    assertThatThrownBy(watched::read)
        .extracting(failure -> failure.getMessage().replaceAll("(\\S+)[^;]*;? ?", "$1 ").strip())
        .isEqualTo(ways);
    assertThat(WatchedBroker.find(List.of(), Map.of(), "q")).isEmpty();
  }

  @Test
  void theApiIsAskedAsItsOwnUserElseAsThatOfTheUrlElseAsGuest() {
    Map<String, String> other = Map.of("RABBITMQ_URL", "amqp://me:s3cret@localhost:1");
    Map<String, String> own =
        Map.of(
            "RABBITMQ_URL", "amqp://me:s3cret@localhost:1",
            "BROKER_API_USER", "guest",
            "BROKER_API_PASSWORD", "guest");

    read(Map.of());
    read(Map.of("RABBITMQ_URL", "amqp://g%75est:guest@localhost"));
    read(own);
    assertThatThrownBy(() -> read(other))
        .hasMessage(
            api
                + " answers 401: it refuses the credentials, set BROKER_API_USER and"
                + " BROKER_API_PASSWORD");
    assertThatThrownBy(() -> read(Map.of("BROKER_API_USER", "me")))
        .hasMessageContaining("only one is set");
  }

  @Test
  void aVhostThatNoBrokerHasIsRefused() {
    assertThatThrownBy(() -> read(Map.of("RABBITMQ_URL", "amqp://broker:5672/")))
        .isInstanceOf(BadInputException.class);
    assertThatThrownBy(() -> read(Map.of("RABBITMQ_URL", "amqp://broker/word%0d")))
        .hasMessageStartingWith("RABBITMQ_URL has a control character (U+000D)");
  }

  @Test
  void theManagementApiTellsEverything() {
    BrokerReading reading = read(Map.of());

    assertThat(reading.ready()).hasValue(2);
    assertThat(reading.unacked()).hasValue(7);
    assertThat(reading.memoryBytes()).hasValue(150);
    assertThat(reading.counters())
        .containsEntry("confirm", new Count(12, 1795230841000L))
        .containsEntry("publish", new Count(30, 1795230842000L))
        .containsEntry("deliver", new Count(21, 1795230840000L))
        .containsEntry("ack", new Count(0, 1795230842000L));
    assertThat(reading.alarms()).hasValue(List.of("memory alarm on a@h", "disk alarm on b@h"));
  }

  @Test
  void aBrokerToldToCountNothingCountsNothing() {
    answers.put("/api/overview", "{\"management_version\":\"3.10.8\",\"rates_mode\":\"none\"}");
    answers.put(QUEUES, "{\"messages_ready\":2}");

    assertThat(read(Map.of()).counters()).isEmpty();
    assertThat(read(Map.of()).ready()).hasValue(2);
  }

  @Test
  void theQueueIsThatOfItsVirtualHost() {
    answers.put("/api/queues/a%2Fb%20c/my%20queue", "{\"messages_ready\":77}");

    assertThat(read(Map.of("RABBITMQ_URL", "amqp://h/a%2Fb%20c")).ready()).hasValue(77);
  }

  @Test
  void whereANodeDoesNotAnswerTheNextIsAsked() {
    BrokerSource cluster = find("http://localhost:1," + api, Map.of()).orElseThrow();

    BrokerReading reading = read(cluster);
    assertThat(reading.ready()).hasValue(2);
    assertThat(reading.source()).isEqualTo("RabbitMQ's management API at " + api);

    answers.put("/api/overview", "{\"management_version\":\"4.3.0\",\"disable_stats\":true}");
    assertThatThrownBy(() -> read(cluster))
        .hasMessageStartingWith(api + " collects no statistics; http://localhost:1 does");
  }

  @Test
  void theFiguresOfAllPartitionsAreAddedUp() {
    Map<String, String> two = Map.of("PARTITIONS", "2");
    BrokerReading without = read(two);
    assertThat(without.ready()).as("without partitions").isEmpty();
    assertThat(without.counters()).isEmpty();
    assertThat(without.memoryBytes()).isPresent();

    answers.put(QUEUES + ".0", QUEUE);
    assertThat(read(two).ready()).as("without the second one").isEmpty();

    answers.put(QUEUES + ".1", "{\"messages_ready\":40}");
    BrokerReading reading = read(two);
    assertThat(reading.ready()).hasValue(42);
    assertThat(reading.unacked()).as("not told by both").isEmpty();
    assertThat(reading.counters())
        .containsEntry("publish", new Count(30, 1795230842000L))
        .containsEntry("confirm", new Count(12, 1795230841000L));

    answers.put(QUEUES + ".1", QUEUE);
    assertThat(read(two).counters())
        .containsEntry("publish", new Count(60, 1795230842000L))
        .containsEntry("ack", new Count(0, 1795230842000L));
  }

  private BrokerReading read(Map<String, String> env) {
    return read(find(api, env).orElseThrow());
  }

  /** Asks again while a busy machine takes longer than an answer may. */
  private static BrokerReading read(BrokerSource broker) {
    return await()
        .pollDelay(Duration.ZERO)
        .ignoreExceptionsMatching(failure -> failure.toString().contains("timed out"))
        .until(broker::read, Objects::nonNull);
  }

  private static Optional<BrokerSource> find(String asked, Map<String, String> env) {
    List<String> apis = asked == null ? List.of() : WatchedBroker.apis(asked);
    return WatchedBroker.find(apis, env, "my queue");
  }
}
