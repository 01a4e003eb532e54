package pipeline.server.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.DeliverCallback;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.GetResponse;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.commons.lang3.SerializationUtils;
import org.junit.jupiter.api.Test;
import pipeline.server.RunningServer;
import pipeline.server.http.RawHttp;
import pipeline.server.publish.OnRealBroker;
import pipeline.wire.identity.RunEnd;

/** The reference design's server on a real RabbitMQ. */
class ReferenceServerIT extends OnRealBroker {
  private static final String QUEUE = "wordCount";

  /** The consumer makes the calls of the report, and uses no code of this project. */
  @Test
  void feedsTheConsumerOfTheReportWithATransientMessageALine() throws Exception {
    Map<String, Integer> map = new ConcurrentHashMap<>();
    Queue<Delivery> taken = new ConcurrentLinkedQueue<>();
    ConnectionFactory factory = new ConnectionFactory();
    factory.setUri(rabbit.url());
    try (RunningServer server = reference();
        Connection connection = factory.newConnection()) {
      Channel channel = connection.createChannel();
      channel.queueDeclare(QUEUE, false, false, false, null);
      DeliverCallback callback =
          (tag, delivery) -> {
            Map<String, Integer> counts = SerializationUtils.deserialize(delivery.getBody());
            taken.add(delivery);
            counts.forEach((key, value) -> map.put(key, map.getOrDefault(key, 0) + value));
          };
      channel.basicConsume(QUEUE, true, callback, tag -> {});

      post(server, " to be or not to be, that").hasStatus(200).hasBody("{\"message\":6}");
      post(server, "or not").hasBody("{\"message\":2}");
      Map<String, Integer> all = Map.of("to", 2, "be", 1, "or", 2, "not", 2, "be,", 1, "that", 1);
      await().atMost(PATIENCE).untilAsserted(() -> assertThat(map).isEqualTo(all));
      assertThat(taken)
          .hasSize(2)
          .allMatch(message -> message.getEnvelope().getExchange().isEmpty())
          .extracting(Delivery::getProperties)
          .allMatch(
              properties ->
                  properties.getDeliveryMode() == null
                      && properties.getContentType() == null
                      && properties.getHeaders() == null);
    }
  }

  @Test
  void madeSafeItIsPersistentAndConfirmedInADurableQueue() throws Exception {
    queue = "durable-" + System.nanoTime();
    try (RunningServer server =
        server("DESIGN", "reference", "DURABLE", "on", "DELIVERY", "persistent", "CONFIRM", "on")) {
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

  private RunningServer reference() throws Exception {
    queue = QUEUE;
    return server("DESIGN", "reference", "CHANNELS", "5");
  }
}
