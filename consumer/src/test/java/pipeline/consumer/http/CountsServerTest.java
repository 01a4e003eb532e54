package pipeline.consumer.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.consumer.store.CountedStore;
import pipeline.consumer.store.Payloads;
import pipeline.consumer.store.StoreReader;
import pipeline.consumer.workload.LiftRidesHandler;
import pipeline.consumer.workload.WordCountHandler;
import pipeline.consumer.workload.WorkloadHandler;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;
import pipeline.wire.workload.LiftRide;

/** Each path has its answer, for GET and HEAD, and what is not served is named. */
@Timeout(60)
class CountsServerTest {
  private final CountedStore<Map<String, Integer>> counts = CountedStore.words();
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  private final AtomicLong waiting = new AtomicLong(7);
  private final AtomicReference<Optional<String>> trouble = new AtomicReference<>(Optional.empty());
  private CountsServer server;

  @BeforeEach
  void start() throws Exception {
    RequestKey key = new RequestKey(new RunId(0, 1), 0);
    counts.add(List.of(Entry.single(key, Map.of("cat", 2, "été", 1))));
    for (int seq = 1; seq <= 3; seq++) {
      key = new RequestKey(new RunId(0, 1), seq);
      counts.add(List.of(Entry.single(key, Map.of("many", 1_000_000_000))));
    }
    server = server(ANY_PORT, new WordCountHandler(), counts);
  }

  private InetSocketAddress taken() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port());
  }

  private CountsServer server(
      InetSocketAddress address, WorkloadHandler<?> handler, StoreReader reader)
      throws IOException {
    LiveEvents events = new LiveEvents(isWhole -> "{}", 20);
    try {
      return new CountsServer(
          address,
          handler,
          reader,
          new LiveFigures(handler, reader, System::nanoTime),
          waiting::get,
          trouble::get,
          () -> "up 1\n",
          events);
    } catch (IOException e) {
      events.close();
      throw e;
    }
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

    counts.add(List.of(Entry.single(new RequestKey(new RunId(0, 1), 9), Map.of("cat", 1))));

    assertThat(get("/textbody/wordcount/cat").body()).isEqualTo("{\"message\":3}");
  }

  @Test
  void countsSayWhatStillWaitsAndPassTwoToThe31st() throws Exception {
    assertThat(get("/counts?top=2").body())
        .isEqualTo(
            "{'lines':4,'words':3000000003,'distinct':3,'waiting':7,"
                .concat("'runs':['000000000000…'],")
                .concat("'top':{'many':3000000000,'cat':2}}")
                .replace('\'', '"'));
  }

  @Test
  void eachWorkloadAnswersItsOwnReads() throws Exception {
    LiftRidesHandler handler = new LiftRidesHandler();
    CountedStore<LiftRide> rides = CountedStore.of(handler);
    rides.add(List.of(Payloads.ride(0, 7, 21)));
    server.close();
    server = server(ANY_PORT, handler, rides);

    assertThat(get("/skiers/2/seasons/2022/days/1/skiers/7").body()).isEqualTo("{\"message\":210}");
    assertThat(get("/skiers/2/seasons/2022/days/0/skiers/7").statusCode()).isEqualTo(400);
    assertThat(get("/skiers").body()).isEqualTo("{\"message\":\"invalid inputs\"}");
    assertThat(get("/skiers/seasons/days/skiers").body())
        .isEqualTo("{\"message\":\"missing param\"}");
    assertThat(get("/textbody/wordcount/cat").statusCode()).isEqualTo(404);
    assertThat(get("/counts?top=1").body())
        .startsWith("{\"rides\":1,\"skiers\":1,\"vertical\":210,\"waiting\":7,");
  }

  @Test
  void aStoreThatIsAwayIs503() throws Exception {
    counts.goAway();
    assertThat(get("/textbody/wordcount/cat").statusCode()).isEqualTo(503);
    assertThat(get("/counts").statusCode()).isEqualTo(503);
    assertThat(get("/health").statusCode()).isEqualTo(200);
  }

  @Test
  void healthSaysWhatKeepsLinesFromBeingCountedWhateverItSays() throws Exception {
    assertThat(get("/health").statusCode()).isEqualTo(200);
    assertThat(get("/health").body())
        .matches(
            "\\{'message':'up','build':\\{'release':'[^']+','commit':'[^']+','jvm':'[^']+'}}"
                .replace('\'', '"'))
        .contains(Runtime.version().toString());

    trouble.set(Optional.of("the first message of \"q\\\" ends"));
    HttpResponse<String> down = get("/health");
    assertThat(down.statusCode()).isEqualTo(503);
    assertThat(down.body())
        .startsWith("{\"message\":\"the first message of \\\"q\\\\\\\" ends\",\"build\":{");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/health", "/metrics", "/counts", "/", "/textbody/wordcount/cat"})
  void headIsAnsweredAsGetWithoutTheBody(String path) throws Exception {
    HttpResponse<String> get = get(path);
    HttpResponse<String> head = head(path);
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(head.headers().map()).isEqualTo(get.headers().map());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/health/", "/metrics/", "/counts/", "/counts//?top=1"})
  void aPathWithSlashesAtItsEndIsThePathWithoutThem(String path) throws Exception {
    HttpResponse<String> without = get(path.replaceAll("/+($|\\?)", "$1"));
    HttpResponse<String> with = get(path);
    assertThat(with.statusCode()).isEqualTo(200);
    assertThat(with.headers().map().get("content-type"))
        .isEqualTo(without.headers().map().get("content-type"));
  }

  @Test
  void headOfTheEventsEnds() throws Exception {
    HttpResponse<String> head = head("/events");
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.headers().firstValue("Content-Type").orElseThrow())
        .startsWith("text/event-stream");
  }

  private HttpResponse<String> head(String path) throws Exception {
    return send(request(path).method("HEAD", HttpRequest.BodyPublishers.noBody()).build());
  }

  @Test
  void whatIsNotServedIsNamed() throws Exception {
    assertThat(get("/nothing").statusCode()).isEqualTo(404);
    assertThat(get("/events/x").statusCode()).isEqualTo(404);
    assertThat(get("/counts?top=x").statusCode()).isEqualTo(400);
    assertThat(get("/counts?top=10001").statusCode()).isEqualTo(400);
    HttpResponse<String> post = send(request("/counts").DELETE().build());
    assertThat(post.statusCode()).isEqualTo(405);
    assertThat(post.headers().firstValue("Allow")).hasValue("GET, HEAD");
    assertThatThrownBy(() -> server(taken(), new WordCountHandler(), counts))
        .isInstanceOf(IOException.class);
  }

  @Test
  void thePageMayRunItsOwnScriptAndNothingElse() throws Exception {
    HttpResponse<String> page = get("/");
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("Content-Type")).hasValue("text/html; charset=utf-8");
    assertThat(page.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
    assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
        .startsWith("default-src 'none'; connect-src 'self'; ")
        .doesNotContain("unsafe");
    assertThat(page.body())
        .contains("content=\"default-src 'none'; connect-src 'self'; ", "<title>Consumer</title>")
        .doesNotContain("{{", "http:", "innerHTML", "<script src", "<link rel=\"stylesheet");
  }

  @Test
  void metricsAreServedAsPrometheusReadsThem() throws Exception {
    HttpResponse<String> metrics = get("/metrics");
    assertThat(metrics.body()).isEqualTo("up 1\n");
    assertThat(metrics.headers().firstValue("Content-Type"))
        .hasValue("text/plain; version=0.0.4; charset=utf-8");
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
