package pipeline.server.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.apache.commons.lang3.ArrayUtils;
import org.apache.commons.lang3.function.FailableFunction;
import org.junit.jupiter.api.BeforeEach;
import pipeline.server.RunningServer;
import pipeline.server.http.PostingClients;
import pipeline.testkit.rabbit.OnPrivateRabbit;
import pipeline.wire.codec.BatchDecoder;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.WordCountFormat;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/** The server on a real RabbitMQ, which tests may break, with a queue for each test. */
public abstract class OnRealBroker extends OnPrivateRabbit {
  private static final int DEADLINE_MILLIS = 2_000;

  /**
   * The publish deadline, and the time that an answer may take beyond it on a machine that pauses.
   */
  protected static final long ANSWER_MILLIS = DEADLINE_MILLIS + 4_000;

  public static final Duration PATIENCE = Duration.ofSeconds(60);
  protected static final int CLIENTS = 8;
  public static final RequestKey KEY = new RequestKey(RunId.random(new SecureRandom()), 3);

  public String queue;

  @BeforeEach
  protected void startNodeAndNameQueue() throws Exception {
    if (!rabbit.node().isAlive()) {
      rabbit.start();
    }
    queue = "it-" + System.nanoTime();
  }

  /** Uses a channel of a connection of its own. */
  protected static <T> T onChannel(FailableFunction<Channel, T, Exception> use) throws Exception {
    try (Connection connection = rabbit.connect();
        Channel channel = connection.createChannel()) {
      return use.apply(channel);
    }
  }

  /**
   * A server that may not have reached its broker yet.
   *
   * @param settings name, value, name, value; they override the broker's address and the deadline
   */
  protected RunningServer server(String... settings) throws Exception {
    String[] defaults = {
      "QUEUE", queue,
      "RABBITMQ_URL", rabbit.url(),
      "PUBLISH_DEADLINE_MS", Integer.toString(DEADLINE_MILLIS)
    };
    return new RunningServer(ArrayUtils.addAll(defaults, settings));
  }

  /** A server that takes lines. */
  protected RunningServer upServer(String... settings) throws Exception {
    RunningServer server = server(settings);
    await().atMost(PATIENCE).until(server::isUp);
    return server;
  }

  /** Waits until this number of answers more has this status. */
  protected static void awaitMore(PostingClients clients, int more, int status) {
    int before = clients.count(status);
    await().atMost(PATIENCE).until(() -> clients.count(status) > before + more);
  }

  /** Waits until lines are taken again: each answer came in time, and no confirmed line is lost. */
  protected void assertHealed(PostingClients clients) throws Exception {
    awaitMore(clients, 20, 200);
    clients.stop();
    clients.assertAnswered(ANSWER_MILLIS, keysInQueue());
  }

  /** The number of messages in the queue. */
  protected long messages() throws Exception {
    return onChannel(channel -> channel.messageCount(queue));
  }

  /** The keys of the lines in the queue, as {@link #keysIn} returns them. */
  protected List<RequestKey> keysInQueue() throws Exception {
    return keysIn(queue);
  }

  /** Empties a queue, and returns the keys of its lines; a line that came twice is listed twice. */
  protected static List<RequestKey> keysIn(String name) throws Exception {
    BatchDecoder<?> decoder = new BatchDecoder<>(new WordCountFormat());
    return onChannel(
        channel -> {
          long messages = channel.messageCount(name);
          Queue<byte[]> bodies = new ConcurrentLinkedQueue<>();
          channel.basicConsume(
              name, true, (tag, message) -> bodies.add(message.getBody()), tag -> {});
          // a line that was refused may still reach the queue meanwhile
          await().atMost(PATIENCE).until(() -> bodies.size() >= messages);
          List<RequestKey> keys = new ArrayList<>();
          for (byte[] body : bodies) {
            for (Entry<?> entry : decoder.decodeEach(body).entries()) {
              keys.addAll(keys(entry.key(), entry.count()));
            }
          }
          return keys;
        });
  }

  /** The keys of this number of lines. */
  protected static List<RequestKey> keys(RequestKey first, int number) {
    return IntStream.range(0, number)
        .mapToObj(line -> new RequestKey(first.run(), first.seq() + line))
        .toList();
  }

  /** Waits until of the threads since then none lives whose name is of this form. */
  protected static void awaitNoneOf(String names, Set<Thread> before) {
    await()
        .untilAsserted(
            () ->
                assertThat(Thread.getAllStackTraces().keySet())
                    .filteredOn(thread -> !before.contains(thread) && thread.isAlive())
                    .extracting(Thread::getName)
                    .noneMatch(name -> name.matches(names)));
  }
}
