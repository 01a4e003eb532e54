package pipeline.server.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.GetResponse;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import pipeline.server.RunningServer;
import pipeline.server.http.PostingClients;
import pipeline.testkit.rabbit.OnPrivateRabbit;
import pipeline.wire.codec.BatchDecoder;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.WordCountFormat;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/** A real RabbitMQ for each class, which tests may break, with a queue for each test. */
public abstract class OnRealBroker extends OnPrivateRabbit {
  protected static final int DEADLINE_MILLIS = 2_000;

  /** The publish deadline, and the time that an answer may take beyond it on a busy machine. */
  protected static final long ANSWER_MILLIS = DEADLINE_MILLIS + 1_500;

  public static final Duration PATIENCE = Duration.ofSeconds(60);
  protected static final int CLIENTS = 8;
  public static final RequestKey KEY = new RequestKey(RunId.random(new SecureRandom()), 3);

  public String queue;

  @BeforeEach
  protected void nameQueue() {
    queue = "it-" + System.nanoTime();
  }

  /**
   * A server that may not have reached its broker yet.
   *
   * @param settings name, value, name, value; they override the broker's address and the deadline
   */
  protected RunningServer server(String... settings) throws Exception {
    List<String> all = new ArrayList<>();
    all.addAll(List.of("QUEUE", queue, "RABBITMQ_URL", rabbit.url()));
    all.addAll(List.of("PUBLISH_DEADLINE_MS", Integer.toString(DEADLINE_MILLIS)));
    all.addAll(List.of(settings));
    return new RunningServer(all.toArray(new String[0]));
  }

  /** A server that takes lines. */
  protected RunningServer upServer(String... settings) throws Exception {
    RunningServer server = server(settings);
    await().atMost(PATIENCE).until(server::isUp);
    return server;
  }

  /** Waits until lines are taken again: each answer came in time, and no confirmed line is lost. */
  protected void assertHealed(PostingClients clients) throws Exception {
    int before = clients.count(200);
    await().atMost(PATIENCE).until(() -> clients.count(200) > before + 20);
    clients.stop();
    assertThat(clients.statuses()).containsOnly(200, 503);
    assertThat(clients.slowestMillis()).isLessThan(ANSWER_MILLIS);
    assertThat(keysInQueue()).containsAll(clients.confirmed());
  }

  /** The number of messages in the queue. */
  protected long messages() throws Exception {
    try (Connection connection = rabbit.connect();
        Channel channel = connection.createChannel()) {
      return channel.messageCount(queue);
    }
  }

  /**
   * Empties the queue, and returns the keys of its lines; a line that came twice is listed twice.
   */
  protected List<RequestKey> keysInQueue() throws Exception {
    BatchDecoder<Map<String, Integer>> decoder = new BatchDecoder<>(new WordCountFormat());
    List<RequestKey> keys = new ArrayList<>();
    try (Connection connection = rabbit.connect();
        Channel channel = connection.createChannel()) {
      GetResponse message = channel.basicGet(queue, true);
      while (message != null) {
        for (Entry<Map<String, Integer>> entry : decoder.decode(message.getBody())) {
          for (int line = 0; line < entry.count(); line++) {
            keys.add(new RequestKey(entry.key().run(), entry.key().seq() + line));
          }
        }
        message = channel.basicGet(queue, true);
      }
    }
    return keys;
  }
}
