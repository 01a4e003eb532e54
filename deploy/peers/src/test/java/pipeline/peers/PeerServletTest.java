package pipeline.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The servlet that ours is compared with answers rides and refuses what is none. */
class PeerServletTest {
  private static final String DAY = "/skiers/2/seasons/2022/days/1/skiers/4711";
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final HttpClient http = HttpClient.newHttpClient();

  @Test
  void ridesAreAnsweredAndWhatIsNoRideIsRefused() throws Exception {
    try (PeerTomcat tomcat = new PeerTomcat(0)) {
      assertThat(post(tomcat, DAY, "{\"time\":217,\"liftID\":21}")).isEqualTo(201);
      assertThat(post(tomcat, DAY, "{\"time\":361,\"liftID\":4}")).isEqualTo(400);
      assertThat(post(tomcat, DAY, "{\"time\":3}")).isEqualTo(400);
      assertThat(post(tomcat, DAY, "{\"time\":")).isEqualTo(400);
      assertThat(post(tomcat, "/skiers/2/seasons/2022", "{\"time\":3,\"liftID\":4}"))
          .isEqualTo(400);
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
