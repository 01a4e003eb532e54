package pipeline.consumer.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.consumer.amqp.ConsumerStats;
import pipeline.consumer.amqp.Health;
import pipeline.consumer.amqp.UnackedBytes;
import pipeline.consumer.store.CountedStore;
import pipeline.consumer.store.Entries;
import pipeline.consumer.store.StoreReader;
import pipeline.consumer.store.file.FileStore;
import pipeline.consumer.store.redis.RedisStoreReader;
import pipeline.consumer.workload.WordCountHandler;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.redis.RedisLink;
import pipeline.wire.redis.RedisSettings;

/** Each path has its answer, for GET and HEAD, and what is not served is named. */
@Timeout(60)
class ConsumerHttpTest {
  private final FileStore<Map<String, Integer>> counts = CountedStore.words();
  private final Health health = new Health(System::nanoTime);
  private ConsumerHttp http;

  @BeforeEach
  void start() throws Exception {
    health.works(Health.Part.BROKER);
    counts.add(List.of(Entries.line(0, "cat cat été")), List.of());
    for (int seq = 1; seq <= 3; seq++) {
      RequestKey key = new RequestKey(Entries.RUN, seq);
      counts.add(List.of(Entry.single(key, Map.of("many", 1_000_000_000))), List.of());
    }
    http = on("127.0.0.1", 0, counts.reader());
  }

  private ConsumerHttp on(String address, int port, StoreReader reader) throws IOException {
    return new ConsumerHttp(
        new InetSocketAddress(address, port),
        new WordCountHandler(),
        reader,
        List::of,
        () -> 7,
        new ConsumerStats(),
        new UnackedBytes(1 << 20, health),
        health);
  }

  @AfterEach
  void stop() {
    http.close();
  }

  /** The answer to a request such as {@code GET /}. */
  private String answer(String line) throws IOException {
    return RawRequests.answer(http.port(), RawRequests.head(line));
  }

  @Test
  void countsSayWhatStillWaitsAndPassTwoToThe31st() {
    String answer =
        "{'lines':4,'words':3000000003,'distinct':3,'waiting':7,'runs':['000102030405…'],"
            + "'top':{'many':3000000000,'cat':2}}";
    await()
        .untilAsserted(
            () -> assertThat(answer("GET /counts?top=2")).endsWith(answer.replace('\'', '"')));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET /textbody/wordcount/cat | 200 | {\"message\":2}",
        "GET /textbody/wordcount/%C3%A9t%C3%A9 | 200 | {\"message\":1}",
        "GET /textbody/wordcount/dog | 200 | {\"message\":0}",
        "GET /health/ | 200 | }}",
        "GET /metrics/ | 200 | ''",
        "GET /counts//?top=1 | 200 | \"top\":{\"many\":3000000000}}",
        "GET /counts?top=x | 400 | {\"message\":\"top is 0 to 10000\"}",
        "GET /counts?top=10001 | 400 | {\"message\":\"top is 0 to 10000\"}",
        "GET a:b | 400 | {\"message\":\"the path is malformed\"}",
        "GET a: | 400 | ''",
        "GET mailto:x@y | 400 | ''",
        "GET /% | 400 | ''",
        "GET [ | 400 | ''",
        "GET /nothing | 404 | ''",
        "GET /events/x | 404 | ''",
        "DELETE /counts | 405 | {\"message\":\"only GET and HEAD are allowed here\"}",
      })
  void eachRequestHasItsAnswer(String line, int status, String end) throws Exception {
    assertThat(answer(line))
        .startsWith("HTTP/1.1 " + status + " ")
        .contains(status == 405 ? "Allow: GET, HEAD\r\n" : "\r\n")
        .endsWith(end);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/health", "/metrics", "/counts", "/", "/textbody/wordcount/cat"})
  void headIsAnsweredAsGetWithoutTheBody(String path) throws Exception {
    String head = answer("HEAD " + path);
    assertThat(head).startsWith("HTTP/1.1 200 ").contains("content-length: ").endsWith("\r\n\r\n");
    assertThat(answer("GET " + path)).startsWith(head.replaceFirst("(?s)content-length.*", ""));
  }

  @Test
  void eventsComeEachSecondAndAHeadOfThemEnds() throws Exception {
    String line = "HTTP/1.1 200 OK\r\n";
    assertThat(answer("HEAD /events"))
        .startsWith(line)
        .contains("Content-Type: text/event-stream; charset=utf-8\r\n");
    assertThat(firstEvent()).startsWith(line).contains("retry: 1000\n\ndata: {\"counts\":{");
  }

  @Test
  void aStoreThatIsAwayIs503() throws Exception {
    http.close();
    try (RedisLink away = new RedisLink(RedisSettings.parse("test", "redis://127.0.0.1:1"))) {
      http = on("127.0.0.1", 0, new RedisStoreReader(new WordCountHandler(), away, "q", () -> {}));
      assertThat(answer("GET /textbody/wordcount/cat")).startsWith("HTTP/1.1 503 ");
      assertThat(answer("GET /counts")).startsWith("HTTP/1.1 503 ");
      assertThat(answer("GET /health")).startsWith("HTTP/1.1 200 ");
      assertThat(firstEvent()).contains("\"workload\":\"wordcount\"").doesNotContain("\"counts\"");
    }
  }

  private String firstEvent() throws IOException {
    try (Socket listener = RawRequests.send(http.port(), RawRequests.head("GET /events"))) {
      byte[] begin = listener.getInputStream().readNBytes(700);
      return new String(begin, UTF_8);
    }
  }

  @Test
  void healthSaysWhatKeepsLinesFromBeingCountedWhateverItSays() throws Exception {
    assertThat(answer("GET /health"))
        .startsWith("HTTP/1.1 200 ")
        .containsPattern(
            "\\{'message':'up','build':\\{'release':'[^']+','commit':'[^']+','jvm':'[^']+'}}"
                .replace('\'', '"'))
        .contains(Runtime.version().toString());
    health.fails(Health.Part.BROKER, "the first message of \"q\\\" ends");
    assertThat(answer("GET /health"))
        .startsWith("HTTP/1.1 503 ")
        .contains("{\"message\":\"the first message of \\\"q\\\\\\\" ends\",\"build\":{");
  }

  @Test
  void thePageMayRunItsOwnScriptAndNothingElse() throws Exception {
    assertThat(answer("GET /"))
        .startsWith("HTTP/1.1 200 ")
        .contains("Content-Type: text/html; charset=utf-8\r\n")
        .contains("X-Content-Type-Options: nosniff\r\n")
        .contains("Content-Security-Policy: default-src 'none'; connect-src 'self'; ")
        .contains("content=\"default-src 'none'; connect-src 'self'; ", "<title>Consumer</title>")
        .doesNotContain("unsafe-")
        .doesNotContain("{{", "http:", "innerHTML", "<script src", "<link rel=\"stylesheet");
  }

  @Test
  void metricsAreServedAsPrometheusReadsThem() throws Exception {
    assertThat(answer("GET /metrics"))
        .contains("Content-Type: text/plain; version=0.0.4; charset=utf-8\r\n")
        .contains("\njvm_memory_used_bytes{", "\npipeline_consumer_entries_counted_total 4.0\n")
        .contains("\npipeline_budget_limit{budget=\"unacked\"} 1048576.0\n");
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, 200, 127.0.0.1 127.0.0.1:80 localhost:65535 LocalHost [::1]:8080",
    "127.0.0.1, 421, evil.example localhost.evil.example 127.0.0.1.evil.example:80 127.0.0.2",
    "127.0.0.1, 421, '\t x@localhost localhost\r\nHost:localhost'",
    "0.0.0.0, 200, consumer:8081 10.0.0.3:8081 [fd00::3] localhost",
    "0.0.0.0, 421, '\t evil.example 10.0.0.3.evil.example'",
  })
  void noNameOfAnotherSiteIsServedAndOnTheLoopbackOnlyItsOwn(
      String address, int status, String names) throws Exception {
    http.close();
    http = on(address, 0, counts.reader());
    for (String name : names.split(" ", -1)) {
      for (String path : List.of("/health", "/", "/counts", "/metrics")) {
        String head = "GET " + path + " HTTP/1.1\r\nHost:" + name + "\r\n\r\n";
        assertThat(RawRequests.answer(http.port(), head)).startsWith("HTTP/1.1 " + status + " ");
      }
    }
  }

  @Test
  void aPortThatIsTakenIsAnError() {
    assertThatThrownBy(() -> on("127.0.0.1", http.port(), counts.reader()))
        .isInstanceOf(IOException.class);
  }

  @Test
  void aCloseEndsThoseWhoListenAndAllThreads() throws Exception {
    try (Socket listener = RawRequests.send(http.port(), RawRequests.head("GET /events"))) {
      assertThat(listener.getInputStream().read()).isPositive();
      http.close();
      assertThat(listener.getInputStream().readAllBytes()).isNotEmpty();
      // the listener is still there: a thread that waited for it would be, too
      await()
          .atMost(Duration.ofSeconds(30))
          .until(
              () ->
                  Thread.getAllStackTraces().keySet().stream()
                      .map(Thread::getName)
                      .noneMatch(name -> name.matches("counts-http.*|live-events|queue-watch")));
    }
  }
}
