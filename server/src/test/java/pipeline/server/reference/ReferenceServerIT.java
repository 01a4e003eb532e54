package pipeline.server.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.GetResponse;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.catalina.LifecycleException;
import org.apache.commons.lang3.ArrayUtils;
import org.apache.commons.lang3.SerializationUtils;
import org.junit.jupiter.api.Test;
import pipeline.server.RunningServer;
import pipeline.server.http.RawHttp;
import pipeline.server.publish.OnRealBroker;
import pipeline.wire.identity.RunEnd;

/** The reference design's server publishes as the reports do, on a real RabbitMQ. */
class ReferenceServerIT extends OnRealBroker {
  private static final String QUEUE = "wordCount";

  /** The report's consumer expects a map of the JDK's own classes. */
  @Test
  void publishesATransientMessageALineWithItsWords() throws Exception {
    try (RunningServer server = reference()) {
      post(server, " to be or not to be, that").hasStatus(200).hasBody("{\"message\":6}");
      post(server, "or not").hasBody("{\"message\":2}");
      await().atMost(PATIENCE).until(() -> messages() == 2);
      Map<String, Integer> first = Map.of("to", 2, "be", 1, "or", 1, "not", 1, "be,", 1, "that", 1);
      for (Map<String, Integer> expected : List.of(first, Map.of("or", 1, "not", 1))) {
        GetResponse message = onChannel(channel -> channel.basicGet(QUEUE, true));
        assertThat(SerializationUtils.<Object>deserialize(message.getBody())).isEqualTo(expected);
        assertThat(message.getEnvelope().getExchange()).isEmpty();
        assertThat(message.getProps().getDeliveryMode()).isNull();
        assertThat(message.getProps().getContentType()).isNull();
        assertThat(message.getProps().getHeaders()).isNull();
      }
    }
  }

  @Test
  void madeSafeItIsPersistentAndConfirmedInADurableQueue() throws Exception {
    queue = "durable-" + System.nanoTime();
    try (RunningServer server =
        started("DURABLE", "on", "DELIVERY", "persistent", "CONFIRM", "on")) {
      post(server, "a").hasStatus(200);
      onChannel(channel -> channel.queueDeclare(queue, true, false, false, null));
      // the queue has the message before the answer comes
      GetResponse message = onChannel(channel -> channel.basicGet(queue, true));
      assertThat(message.getProps().getDeliveryMode()).isEqualTo(2);
    }
  }

  @Test
  void refusesOtherPathsMethodsAndBodies() throws Exception {
    try (RunningServer server = reference()) {
      server.postTo("/server/textbody/letters", "{}").hasStatus(404);
      server
          .post(new RunEnd(KEY.run(), 7))
          .hasStatus(404)
          .says("DESIGN=reference has no such path");
      server.send("GET", "/server/textbody/wordcount").hasStatus(405);
      server.postTo("/server/textbody/wordcount", "{}").hasStatus(400);
      server.postTo("/server/textbody/wordcount", "no").hasStatus(400);
    }
  }

  private static RawHttp.Answer post(RunningServer server, String line) throws Exception {
    return server.postTo("/server/textbody/wordcount", "{\"message\":\"" + line + "\"}");
  }

  private RunningServer reference() {
    queue = QUEUE;
    return started("CHANNELS", "5");
  }

  /** A server that has got its connection at the start: a busy node may be late for the first. */
  private RunningServer started(String... settings) {
    String[] design = {"DESIGN", "reference"};
    return await()
        .atMost(PATIENCE)
        .ignoreException(LifecycleException.class)
        .until(() -> server(ArrayUtils.addAll(design, settings)), Objects::nonNull);
  }
}
