package pipeline.client.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.AddressResolver;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.impl.AMQImpl;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
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
          http://127.0.0.1:1,http://127.0.0.1:2 | amqp://m:s@127.0.0.1:3  | http://127.0.0.1:1 http://127.0.0.1:2 amqp://127.0.0.1:3
                                                | amqp://127.0.0.1:3/v%20 | http://127.0.0.1:15672 amqp://127.0.0.1:3
                                                | amqps://[::1]:3,[::1]:4 | https://[::1]:15671 amqps://[::1]:3,[::1]:4
          https://no_such.invalid               | amqp://127.0.0.1:3      | https://no_such.invalid amqp://127.0.0.1:3
          """)
  void theWaysToAskFollowFromTheAddresses(String asked, String url, String ways)
      throws BadInputException {
    WatchedBroker watched =
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
        .hasMessageContaining("amqp://localhost:1 does not tell the depth of my queue")
        .hasMessageNotContaining("s3cret");
    assertThatThrownBy(() -> find(api, Map.of("BROKER_API_USER", "me")))
        .hasMessageContaining("only one is set");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://me:s3cret@broker",
        "amqp://",
        "amqp://me:s3cret@",
        "amqp://me:%zzs3cret@broker",
        "amqp://me:s3cret@broker/a/b",
        "me:s3cret@broker"
      })
  void aBadUrlInTheEnvironmentIsNotRepeated(String url) {
    assertThatThrownBy(() -> find(null, Map.of("RABBITMQ_URL", url)))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("RABBITMQ_URL is not of the form amqp[s]://USER:PASSWORD@HOST:PORT")
        .hasMessageNotContaining("s3cret");
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
  void theFirstWayThatAnswersIsKept() throws Exception {
    broker.answerAsManagementApi();
    WatchedBroker watched = find(broker.url(), Map.of()).orElseThrow();
    watched.read();

    broker.answer("/api/overview", "");

    assertThatThrownBy(watched::read)
        .hasMessage("%s is not RabbitMQ's management API", broker.url());
  }

  @Test
  void theFiguresOfAllPartitionsAreAddedUp() throws Exception {
    broker.answerAsManagementApi();
    WatchedBroker watched = find(broker.url(), Map.of("PARTITIONS", "2")).orElseThrow();

    assertThat(watched.read().ready()).as("without partitions").isEmpty();
    broker.answerQueue("my%20queue.0");
    assertThat(watched.read().ready()).as("without the second one").isEmpty();
    broker.answer("/api/queues/%2F/my%20queue.1", "{\"messages_ready\":40}");

    BrokerReading reading = watched.read();
    assertThat(reading.ready()).hasValue(42);
    assertThat(reading.unacked()).as("not told by both").isEmpty();
    assertThat(reading.counters())
        .containsEntry(BrokerCounter.PUBLISH, new BrokerReading.Count(30, 1795230842000L))
        .containsEntry(BrokerCounter.CONFIRM, new BrokerReading.Count(12, 1795230841000L));
    broker.answerQueue("my%20queue.1");
    assertThat(watched.read().counters())
        .containsEntry(BrokerCounter.PUBLISH, new BrokerReading.Count(60, 1795230842000L))
        .containsEntry(BrokerCounter.ACK, new BrokerReading.Count(0, 1795230842000L));
    assertThatThrownBy(() -> find(broker.url(), Map.of("PARTITIONS", "65")))
        .isInstanceOf(BadInputException.class)
        .hasMessage("PARTITIONS is '65', but must be a whole number from 1 to 64");
  }

  @Test
  void anApiOfTheSameBrokerIsTaken() throws Exception {
    broker.answerAsManagementApi();

    assertThat(beside("rabbit@h").read().ready()).hasValue(2);
  }

  @ParameterizedTest
  @CsvSource({"rabbit@another, ''", "'', ': refused'"})
  void anApiThatMayBeOfAnotherBrokerIsNotTaken(String cluster, String doubt) {
    broker.answerAsManagementApi();

    assertThatThrownBy(() -> beside(cluster).read())
        .hasMessage(
            "RabbitMQ's management API at %s may be of another broker than amqp://b:5673%s;"
                + " amqp://b:5673 does not tell the depth of q: refused",
            broker.url(), doubt);
  }

  /**
   * The management API of the stub beside the address {@code amqp://b:5673}.
   *
   * @param cluster what the broker at the address calls its cluster; empty if it lets nobody in
   */
  private WatchedBroker beside(String cluster) {
    PassiveDeclare declares =
        declares(
            "amqp://b:5673",
            (self, method, arguments) -> {
              boolean asked = method.getName().equals("getServerProperties");
              return asked ? Map.of("cluster_name", cluster) : null;
            },
            cluster.isEmpty() ? 0 : 1);
    return new WatchedBroker(broker.management(), Optional.of(declares), false);
  }

  @Test
  void passiveDeclaresAddUpAllPartitionsAndNameTheOneThatIsMissing() throws Exception {
    Map<String, Integer> ready = Map.of("q.0", 3, "q.1", 40);
    InvocationHandler channel =
        (self, method, arguments) -> {
          if (!method.getName().equals("queueDeclarePassive")) {
            return null;
          }
          String queue = (String) arguments[0];
          if (!ready.containsKey(queue)) {
            throw new IOException("no queue");
          }
          return new AMQImpl.Queue.DeclareOk(queue, ready.get(queue), 0);
        };
    InvocationHandler connection = (self, method, arguments) -> proxy(Channel.class, channel);

    assertThat(declares("amqp://b:1", connection, 1, "q.0", "q.1").read().ready()).hasValue(43);
    assertThat(declares("amqp://b:1", connection, 1, "q.0").read().ready()).hasValue(3);
    assertThatThrownBy(() -> declares("amqp://b:1", connection, 1, "q.0", "q.2", "q.1").read())
        .hasMessage("amqp://b:1 does not tell the depth of q.2: no queue");
  }

  /**
   * Passive declares at a broker that lets some connections in and refuses all others.
   *
   * @param queues {@code q} if none is named
   */
  private static PassiveDeclare declares(
      String amqp, InvocationHandler connection, int letsIn, String... queues) {
    AtomicInteger asked = new AtomicInteger();
    ConnectionFactory factory =
        new ConnectionFactory() {
          @Override
          public Connection newConnection(
              ExecutorService executor, AddressResolver nodes, String name) throws IOException {
            if (asked.getAndIncrement() >= letsIn) {
              throw new IOException("refused");
            }
            return proxy(Connection.class, connection);
          }
        };
    return new PassiveDeclare(factory, amqp, queues.length == 0 ? List.of("q") : List.of(queues));
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static Optional<WatchedBroker> find(String asked, Map<String, String> env)
      throws BadInputException {
    List<String> apis = asked == null ? List.of() : WatchedBroker.apis(asked);
    return WatchedBroker.find(apis, env, "my queue");
  }
}
