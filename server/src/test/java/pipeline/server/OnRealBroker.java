package pipeline.server;

import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.GetResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import pipeline.faults.PrivateRabbit;
import pipeline.wire.codec.BatchDecoder;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.WordCounts;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/** A real RabbitMQ of the class's own, to be broken, and a queue of each test's own. */
abstract class OnRealBroker {
  static final int DEADLINE_MILLIS = 2_000;

  /** The deadline, and what answering may take beyond it on a machine busy with other things. */
  static final long ANSWER_MILLIS = DEADLINE_MILLIS + 1_500;

  static final Duration PATIENCE = Duration.ofSeconds(60);
  static final int CLIENTS = 8;
  static final RequestKey KEY = new RequestKey(new RunId(1, 2), 3);

  static PrivateRabbit rabbit;

  String queue;

  @BeforeAll
  static void startRabbit(@TempDir Path home) throws Exception {
    Assumptions.assumeTrue(PrivateRabbit.isInstalled(), "RabbitMQ is not installed");
    rabbit = new PrivateRabbit(home);
    rabbit.start();
  }

  @AfterAll
  static void stopRabbit() throws Exception {
    if (rabbit != null) {
      rabbit.close();
    }
  }

  @BeforeEach
  void nameQueue() {
    queue = "it-" + System.nanoTime();
  }

  /**
   * A server that may not have reached its broker yet.
   *
   * @param settings name, value, name, value; they override the broker's address and the deadline
   */
  RunningServer server(String... settings) throws Exception {
    List<String> all = new ArrayList<>();
    all.addAll(List.of("QUEUE", queue, "RABBITMQ_URL", rabbit.url()));
    all.addAll(List.of("PUBLISH_DEADLINE_MS", Integer.toString(DEADLINE_MILLIS)));
    all.addAll(List.of(settings));
    return new RunningServer(all.toArray(new String[0]));
  }

  /** A server that takes lines. */
  RunningServer upServer(String... settings) throws Exception {
    RunningServer server = server(settings);
    await().atMost(PATIENCE).until(server::isUp);
    return server;
  }

  /** How many messages stand in the queue. */
  long messages() throws Exception {
    try (Connection connection = rabbit.connect();
        Channel channel = connection.createChannel()) {
      return channel.messageCount(queue);
    }
  }

  /** Empties the queue; the keys of all that was in it, one that came twice twice. */
  List<RequestKey> keysInQueue() throws Exception {
    BatchDecoder<Map<String, Integer>> decoder = new BatchDecoder<>(new WordCounts());
    List<RequestKey> keys = new ArrayList<>();
    try (Connection connection = rabbit.connect();
        Channel channel = connection.createChannel()) {
      GetResponse message = channel.basicGet(queue, true);
      while (message != null) {
        for (Entry<Map<String, Integer>> entry : decoder.decode(message.getBody())) {
          keys.add(entry.key());
        }
        message = channel.basicGet(queue, true);
      }
    }
    return keys;
  }
}
