package pipeline.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pipeline.wire.Entry;
import pipeline.wire.RequestKey;
import pipeline.wire.RunId;

class CountsServerTest {
  private final Tally<Map<String, Integer>> tally = Tallies.empty();
  private final AtomicLong waiting = new AtomicLong(7);
  private CountsServer server;

  @BeforeEach
  void start() throws Exception {
    RequestKey key = new RequestKey(new RunId(0, 1), 0);
    tally.add(List.of(new Entry<>(key, Map.of("cat", 2, "été", 1))));
    tally.totals().restore("many", 3_000_000_000L);
    server = new CountsServer(0, new WordCountHandler(), tally, waiting::get);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aWordsCountIsReadWhileItGrows() throws Exception {
    assertThat(get("/textbody/wordcount/cat").body()).isEqualTo("{\"message\":2}");
    assertThat(get("/textbody/wordcount/%C3%A9t%C3%A9").body()).isEqualTo("{\"message\":1}");
    assertThat(get("/textbody/wordcount/dog").body()).isEqualTo("{\"message\":0}");

    tally.add(List.of(new Entry<>(new RequestKey(new RunId(0, 1), 1), Map.of("cat", 1))));

    assertThat(get("/textbody/wordcount/cat").body()).isEqualTo("{\"message\":3}");
  }

  @Test
  void case45_countsSayWhatStillWaitsAndPassTwoToThe31st() throws Exception {
    assertThat(get("/counts?top=2").body())
        .isEqualTo(
            "{'lines':1,'words':3000000003,'distinct':3,'waiting':7,"
                .concat("'runs':['00000000000000000000000000000001'],")
                .concat("'top':{'many':3000000000,'cat':2}}")
                .replace('\'', '"'));
  }

  @Test
  void healthFollowsTheBroker() throws Exception {
    assertThat(get("/health").statusCode()).isEqualTo(200);
    waiting.set(-1);
    assertThat(get("/health").statusCode()).isEqualTo(503);
  }

  @Test
  void whatIsNotServedIsNamed() throws Exception {
    assertThat(get("/").statusCode()).isEqualTo(404);
    assertThat(get("/counts?top=x").statusCode()).isEqualTo(400);
    assertThat(get("/counts?top=10001").statusCode()).isEqualTo(400);
    HttpResponse<String> post = send(request("/counts").DELETE().build());
    assertThat(post.statusCode()).isEqualTo(405);
    assertThat(post.headers().firstValue("Allow")).hasValue("GET");
    assertThatThrownBy(
            () -> new CountsServer(server.port(), new WordCountHandler(), tally, waiting::get))
        .isInstanceOf(IOException.class);
  }

  private HttpResponse<String> get(String path) throws Exception {
    return send(request(path).build());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://localhost:" + server.port() + path));
  }

  private static HttpResponse<String> send(HttpRequest request) throws Exception {
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
  }
}
