package pipeline.client.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.client.input.BadInputException;

/** A broker is asked where it may be, as who the user said, and never in another broker's place. */
class WatchedBrokerTest {
  private final StubBroker broker = new StubBroker();

  @AfterEach
  void stop() {
    broker.close();
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
  void theWayToAskFollowsFromTheAddresses(String asked, String url, String ways)
      throws BadInputException {
    BrokerSource watched =
        find(asked, url == null ? Map.of() : Map.of("RABBITMQ_URL", url)).orElseThrow();
    assertThatThrownBy(watched::read)
        .extracting(failure -> failure.getMessage().replaceAll("(\\S+)[^;]*;? ?", "$1 ").strip())
        .isEqualTo(ways);
    assertThat(WatchedBroker.find(List.of(), Map.of(), "q")).isEmpty();
  }

  @Test
  void theApiIsAskedAsItsOwnUserElseAsThatOfTheUrlElseAsGuest() throws Exception {
    broker.answerAsManagementApi();
    String api = broker.url();

    find(api, Map.of()).orElseThrow().read();
    find(api, Map.of("RABBITMQ_URL", "amqp://g%75est:guest@localhost")).orElseThrow().read();
    find(
            api,
            Map.of(
                "RABBITMQ_URL", "amqp://me:s3cret@localhost:1",
                "BROKER_API_USER", "guest",
                "BROKER_API_PASSWORD", "guest"))
        .orElseThrow()
        .read();
    assertThatThrownBy(
            () ->
                find(api, Map.of("RABBITMQ_URL", "amqp://me:s3cret@localhost:1"))
                    .orElseThrow()
                    .read())
        .hasMessageStartingWith(api + " answers 401: it refuses the credentials")
        .hasMessageNotContaining("s3cret");
    assertThatThrownBy(() -> find(api, Map.of("BROKER_API_USER", "me")))
        .hasMessageContaining("only one is set");
  }

  @ParameterizedTest
  @CsvSource({
    "amqp://broker:5672/,   has a vhost without a name after its last slash",
    "'amqps://one,two/',    has a vhost without a name after its last slash",
    "amqp://broker/word%0d, has a control character (U+000D)"
  })
  void aVhostThatNoBrokerHasIsRefused(String url, String message) {
    assertThatThrownBy(() -> find(null, Map.of("RABBITMQ_URL", url)))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("RABBITMQ_URL " + message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost:15672",
        "amqp://a",
        "http://",
        "http://a?b",
        "http://a b",
        "http://a:65536",
        "http://a,amqp://b",
        ""
      })
  void anAddressOfAnotherFormIsRefused(String text) {
    assertThatThrownBy(() -> WatchedBroker.apis(text))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("--broker-api must look like http://host:15672");
  }

  @Test
  void credentialsOnTheCommandLineAreRefusedAndNotRepeated() {
    assertThatThrownBy(() -> WatchedBroker.apis("http://guest:s3cret@localhost"))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("BROKER_API_PASSWORD")
        .hasMessageNotContaining("s3cret");
  }

  @Test
  void theFiguresOfAllPartitionsAreAddedUp() throws Exception {
    broker.answerAsManagementApi();
    BrokerSource watched = find(broker.url(), Map.of("PARTITIONS", "2")).orElseThrow();

    BrokerReading without = watched.read();
    assertThat(without.ready()).as("without partitions").isEmpty();
    assertThat(without.counters()).isEmpty();
    assertThat(without.memoryBytes()).isPresent();
    broker.answerQueue("my%20queue.0");
    assertThat(watched.read().ready()).as("without the second one").isEmpty();
    broker.answer("/api/queues/%2F/my%20queue.1", "{\"messages_ready\":40}");

    BrokerReading reading = watched.read();
    assertThat(reading.ready()).hasValue(42);
    assertThat(reading.unacked()).as("not told by both").isEmpty();
    assertThat(reading.counters())
        .containsEntry("publish", new BrokerReading.Count(30, 1795230842000L))
        .containsEntry("confirm", new BrokerReading.Count(12, 1795230841000L));
    broker.answerQueue("my%20queue.1");
    assertThat(watched.read().counters())
        .containsEntry("publish", new BrokerReading.Count(60, 1795230842000L))
        .containsEntry("ack", new BrokerReading.Count(0, 1795230842000L));
    assertThatThrownBy(() -> find(broker.url(), Map.of("PARTITIONS", "65")))
        .isInstanceOf(BadInputException.class)
        .hasMessage("PARTITIONS is '65', but must be a whole number from 1 to 64");
  }

  private static Optional<BrokerSource> find(String asked, Map<String, String> env)
      throws BadInputException {
    List<String> apis = asked == null ? List.of() : WatchedBroker.apis(asked);
    return WatchedBroker.find(apis, env, "my queue");
  }
}
