package pipeline.peers;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pipeline.testkit.process.Await;
import pipeline.testkit.rabbit.OnPrivateRabbit;

/** Lift rides on the usual design, from the request to the consumer's counts. */
class RideServletIT extends OnPrivateRabbit {
  private static final String DAY = "/skiers/2/seasons/2022/days/1/skiers/4711";
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final HttpClient http = HttpClient.newHttpClient();

  @Test
  void ridesAreCountedAsOurConsumerNamesThemAndWhatIsNoRideIsRefused() throws Exception {
    ReferenceConsumer consumer = new ReferenceConsumer("rides", true);
    try (Connection connection = rabbit.connect();
        Channel channel = connection.createChannel();
        ReferencePublisher publisher = new ReferencePublisher(connection, "rides", true);
        PeerTomcat tomcat =
            PeerTomcat.start(0, Map.of(PeerTomcat.RIDES, new RideServlet(publisher)))) {
      channel.queueDeclare("rides", true, false, false, null);
      consumer.start(connection, 1);

      assertThat(post(tomcat, DAY, "{\"time\":217,\"liftID\":21}")).isEqualTo(201);
      assertThat(post(tomcat, DAY, "{\"time\":3,\"liftID\":4}")).isEqualTo(201);
      assertThat(post(tomcat, DAY, "{\"time\":361,\"liftID\":4}")).isEqualTo(400);
      assertThat(post(tomcat, DAY, "{\"time\":3}")).isEqualTo(400);
      assertThat(post(tomcat, DAY, "{\"time\":")).isEqualTo(400);
      assertThat(post(tomcat, "/skiers/2/seasons/2022", "{\"time\":3,\"liftID\":4}"))
          .isEqualTo(400);

      Await.until("two rides", LIMIT, () -> consumer.lines() == 2);
      assertThat(consumer.totals())
          .containsOnly(
              Map.entry("skier:4711/2022", 250),
              Map.entry("day:2:2022:1/4711", 250),
              Map.entry("rides:4711/2/2022/1/217/21", 1),
              Map.entry("rides:4711/2/2022/1/3/4", 1));
    }
  }

  private int post(PeerTomcat tomcat, String path, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + tomcat.port() + "/server" + path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .timeout(LIMIT)
            .build();
    return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
  }
}
