package pipeline.server.reference;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.DeliverCallback;
import com.rabbitmq.client.GetResponse;
import java.net.http.HttpResponse;
import java.security.SecureRandom;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.lang3.SerializationUtils;
import org.junit.jupiter.api.Test;
import pipeline.server.RunningServer;
import pipeline.server.http.RawHttp;
import pipeline.server.publish.OnRealBroker;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.identity.RunId;

/** The reference design's server on a real RabbitMQ. */
class ReferenceServerIT extends OnRealBroker {
  private static final String QUEUE = "wordCount";

  /** The consumer makes the calls of the report, and uses no code of this project. */
  @Test
  void feedsTheConsumerOfTheReport() throws Exception {
    Map<String, Integer> map = new ConcurrentHashMap<>();
    ConnectionFactory factory = new ConnectionFactory();
    factory.setUri(rabbit.url());
    try (RunningServer server = reference();
        Connection connection = factory.newConnection()) {
      Channel channel = connection.createChannel();
      channel.queueDeclare(QUEUE, false, false, false, null);
      DeliverCallback callback =
          (tag, delivery) -> {
            Map<String, Integer> counts = SerializationUtils.deserialize(delivery.getBody());
            counts.forEach((key, value) -> map.put(key, map.getOrDefault(key, 0) + value));
          };
      channel.basicConsume(QUEUE, true, callback, tag -> {});

      HttpResponse<String> answer = server.postAnonymously(" to be or not to be, that");
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo("{\"message\":6}");
      assertThat(server.postAnonymously("or not").body()).isEqualTo("{\"message\":2}");
      Map<String, Integer> all = Map.of("to", 2, "be", 1, "or", 2, "not", 2, "be,", 1, "that", 1);
      await().atMost(PATIENCE).untilAsserted(() -> assertThat(map).isEqualTo(all));
    }
  }

  @Test
  void aMessageIsTransientWithoutPropertiesAndIsOneLine() throws Exception {
    try (RunningServer server = reference()) {
      server.postAnonymously("a a");
      GetResponse message = taken();
      assertThat(message.getEnvelope().getExchange()).isEmpty();
      assertThat(message.getProps().getDeliveryMode()).isNull();
      assertThat(message.getProps().getContentType()).isNull();
      assertThat(message.getProps().getHeaders()).isNull();
    }
  }

  @Test
  void madeSafeItIsPersistentAndConfirmedInADurableQueue() throws Exception {
    queue = "durable-" + System.nanoTime();
    try (RunningServer server =
            server(
                "DESIGN", "reference", "DURABLE", "on", "DELIVERY", "persistent", "CONFIRM", "on");
        Connection connection = rabbit.connect();
        Channel channel = connection.createChannel()) {
      assertThat(server.postAnonymously("a").statusCode()).isEqualTo(200);
      channel.queueDeclare(queue, true, false, false, null);
      // the queue has the message before the answer comes
      GetResponse message = channel.basicGet(queue, true);
      assertThat(message.getProps().getDeliveryMode()).isEqualTo(2);
    }
  }

  @Test
  void refusesOtherPathsMethodsAndBodies() throws Exception {
    try (RunningServer server = reference()) {
      assertThat(status(server, "POST /server/textbody/letters HTTP/1.1", "{}")).isEqualTo(404);
      RunId run = RunId.random(new SecureRandom());
      HttpResponse<String> end = server.post(new RunEnd(run, 7));
      assertThat(end.statusCode()).isEqualTo(404);
      assertThat(end.body()).isEqualTo("{\"message\":\"DESIGN=reference has no such path\"}");
      assertThat(status(server, "PUT /server/textbody/wordcount HTTP/1.1", "{}")).isEqualTo(405);
      assertThat(status(server, "POST /server/textbody/wordcount HTTP/1.1", "{}")).isEqualTo(400);
      assertThat(status(server, "POST /server/textbody/wordcount HTTP/1.1", "no")).isEqualTo(400);
    }
  }

  private static int status(RunningServer server, String head, String body) throws Exception {
    try (RawHttp http = new RawHttp(server.port())) {
      http.sendHead(head, "Host: x", "Content-Length: " + body.length());
      http.send(body.getBytes(UTF_8));
      return http.answer().status();
    }
  }

  private RunningServer reference() throws Exception {
    queue = QUEUE;
    return server("DESIGN", "reference", "CHANNELS", "5");
  }

  private GetResponse taken() throws Exception {
    try (Connection connection = rabbit.connect();
        Channel channel = connection.createChannel()) {
      return await()
          .atMost(PATIENCE)
          .until(() -> channel.basicGet(queue, true), message -> message != null);
    }
  }
}
