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
import pipeline.testkit.rabbit.OnPrivateRabbit;
import pipeline.wire.codec.BatchDecoder;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.WordCountFormat;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/** The server on a real RabbitMQ, which tests may break, with a queue for each test. */
public abstract class OnRealBroker extends OnPrivateRabbit {
  public static final Duration PATIENCE = Duration.ofSeconds(60);
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
   * A server that may not have reached its broker yet, and whose publish deadline passes in no test
   * that sets none.
   *
   * @param settings name, value, name, value; they override the broker's address and the deadline
   */
  protected RunningServer server(String... settings) throws Exception {
    String[] defaults = {
      "QUEUE", queue, "RABBITMQ_URL", rabbit.url(), "PUBLISH_DEADLINE_MS", "60000"
    };
    return new RunningServer(ArrayUtils.addAll(defaults, settings));
  }

  /** A server that takes lines. */
  protected RunningServer upServer(String... settings) throws Exception {
    RunningServer server = server(settings);
    await().atMost(PATIENCE).until(server::isUp);
    return server;
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
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(Thread.getAllStackTraces().keySet())
                    .filteredOn(thread -> !before.contains(thread) && thread.isAlive())
                    .extracting(Thread::getName)
                    .noneMatch(name -> name.matches(names)));
  }
}
