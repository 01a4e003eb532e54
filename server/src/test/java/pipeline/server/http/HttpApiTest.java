package pipeline.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.server.broker.PublishResult;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/** Every call and every error of the HTTP API: paths, methods, keys. */
class HttpApiTest {
  private static final String KEY = HttpFixture.RUN.toString();

  private HttpFixture server;

  @BeforeEach
  void start() throws Exception {
    server = new HttpFixture();
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
  }

  @Test
  void answersTheNumberOfDistinctWordsAndPublishesThem() throws Exception {
    RawHttp.Answer answer =
        server.post("{\"message\":\"a b a\"}", "Idempotency-Key: " + KEY + "-7");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("{\"message\":2}");
    assertThat(answer.headers()).containsEntry("content-type", "application/json");
    assertThat(server.publisher().published())
        .singleElement()
        .satisfies(
            entry -> {
              assertThat(entry.key()).isEqualTo(new RequestKey(HttpFixture.RUN, 7));
              assertThat(entry.lines().line(0)).isEqualTo(Map.of("a", 2, "b", 1));
            });
  }

  @Test
  void givesARequestWithoutKeyOneOfTheServersOwn() throws Exception {
    server.post("{\"message\":\"a\"}");
    server.post("{\"message\":\"a\"}");
    assertThat(server.publisher().published())
        .extracting(entry -> entry.key())
        .containsExactly(
            new RequestKey(HttpFixture.SERVER_RUN, 0), new RequestKey(HttpFixture.SERVER_RUN, 1));
  }

  @Test
  void answersNothingBeforeTheConfirm() throws Exception {
    server.publisher().hold();
    try (RawHttp http = server.connect()) {
      http.send(RawHttp.post("{\"message\":\"a\"}"));
      CompletableFuture<RawHttp.Answer> answer =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return http.answer();
                } catch (java.io.IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              });
      org.awaitility.Awaitility.await().until(() -> !server.publisher().published().isEmpty());
      assertThat(answer).isNotDone();
      server.publisher().release();
      assertThat(answer.join().status()).isEqualTo(200);
    }
  }

  @Test
  void refusedPublishIs503WithRetryAfterAndTheReason() throws Exception {
    server.publisher().answerWith(PublishResult.failed("the \"broker\"\nis away"));
    RawHttp.Answer answer = server.post("{\"message\":\"a\"}");
    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.headers()).containsEntry("retry-after", "1");
    assertThat(answer.body()).isEqualTo("{\"message\":\"the \\\"broker\\\"\\nis away\"}");
  }

  @Test
  void healthNamesTheBrokenPart() throws Exception {
    assertThat(send("GET", "/server/health").status()).isEqualTo(200);
    assertThat(send("GET", "/server/health").body()).isEqualTo("{\"message\":\"up\"}");
    server.publisher().answerWith(PublishResult.failed("the broker is away"));
    RawHttp.Answer down = send("GET", "/server/health");
    assertThat(down.status()).isEqualTo(503);
    assertThat(down.body()).isEqualTo("{\"message\":\"the broker is away\"}");
    assertThat(send("POST", "/server/health").headers()).containsEntry("allow", "GET, HEAD");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/server/health", "/server/metrics"})
  void headIsAnsweredAsGetWithoutABody(String path) throws Exception {
    for (PublishResult broker :
        new PublishResult[] {PublishResult.CONFIRMED, PublishResult.failed("the broker is away")}) {
      server.publisher().answerWith(broker);
      RawHttp.Answer get = send("GET", path);
      try (RawHttp http = server.connect()) {
        http.sendHead("HEAD " + path + " HTTP/1.1", "Host: x", "Connection: close");
        RawHttp.Answer head = http.head();
        assertThat(head.status()).isEqualTo(get.status());
        assertThat(head.headers())
            .containsEntry("content-type", get.headers().get("content-type"))
            .containsKey("content-length");
        assertThat(http.isClosed()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "PUT", "DELETE", "TRACE", "OPTIONS", "HEAD", "PATCH", "NONSENSE"})
  void otherMethodsAre405WithAllow(String method) throws Exception {
    RawHttp.Answer answer = send(method, "/server/textbody/wordcount");
    assertThat(answer.status()).isEqualTo(405);
    assertThat(answer.headers()).containsEntry("allow", "POST");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/server",
        "/server/nothing",
        "/server/textbody",
        "/server/textbody/",
        "/server/textbody/charcount",
        "/server/textbody/charcount/word",
        "/server/textbody/wordcount/..;/x",
        "/server/textbody/wordcount/%2e%2e/x",
        "/server/textbody/wordcount%2fx",
        "/server/textbody/wordcount%5cx",
        "/server/WEB-INF/web.xml"
      })
  void otherPathsAre404Or400(String path) throws Exception {
    try (RawHttp http = server.connect()) {
      http.send(RawHttp.post(path, "{\"message\":\"a\"}".getBytes(ISO_8859_1)));
      RawHttp.Answer answer = http.answer();
      assertThat(answer.status()).isIn(400, 404);
    }
    assertThat(server.publisher().published()).isEmpty();
  }

  @Test
  void aReadOfAWordIs501AndSaysWhereToAsk() throws Exception {
    RawHttp.Answer answer = send("GET", "/server/textbody/wordcount/hello");
    assertThat(answer.status()).isEqualTo(501);
    assertThat(answer.body()).contains("--http");
    assertThat(send("DELETE", "/server/textbody/wordcount/hello").headers())
        .containsEntry("allow", "GET");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x",
        "-1",
        "KEY",
        "KEY-",
        "KEY--1",
        "KEY-1e3",
        "KEY-\"7\"",
        "KEY-7.5",
        "KEY-07",
        "KEY-2147483648",
        "KEY-1099511627776",
        "KEY-9223372036854775808",
        "g123456789abcdef0123456789abcdef-1",
        "../x",
        "0123456789abcdef:*23456789abcdef-1",
      })
  void malformedKeysAre400AndNotPublished(String key) throws Exception {
    assertThat(
            server
                .post("{\"message\":\"a\"}", "Idempotency-Key: " + key.replace("KEY", KEY))
                .status())
        .isEqualTo(400);
    assertThat(server.publisher().published()).isEmpty();
  }

  @Test
  void aRunOfAnotherFormThanVersion7Is400AndAnOldOneIs409() throws Exception {
    String old = RunId.startingAt(HttpFixture.NOW - 31L * 86_400_000, new SecureRandom()) + "-7";
    for (String body : new String[] {"{\"message\":\"a\"}", "{\"message\":\"\"}"}) {
      RawHttp.Answer other = server.post(body, "Idempotency-Key: " + new RunId(1, 2) + "-7");
      assertThat(other.status()).isEqualTo(400);
      assertThat(other.body()).contains("a run is a UUID of version 7 (RFC 9562)");
      RawHttp.Answer refused = server.post(body, "Idempotency-Key: " + old);
      assertThat(refused.status()).isEqualTo(409);
      assertThat(refused.headers()).doesNotContainKey("retry-after");
      assertThat(refused.body()).contains("2026-10-26T12:00:00Z", "2026-11-26T12:00:00Z");
    }
    assertThat(server.publisher().published()).isEmpty();
  }

  @Test
  void anEmptyOrRepeatedOrVeryLongKeyIs400() throws Exception {
    String good = "Idempotency-Key: " + KEY + "-1";
    assertThat(server.post("{\"message\":\"a\"}", "Idempotency-Key:").status()).isEqualTo(400);
    assertThat(server.post("{\"message\":\"a\"}", good, good).status()).isEqualTo(400);
    assertThat(server.post("{\"message\":\"a\"}", good + "0".repeat(10_000)).status())
        .isEqualTo(400);
    assertThat(server.publisher().published()).isEmpty();
  }

  @Test
  void theSameKeyAHundredTimesAtOnceIsAlways200() {
    long good =
        IntStream.range(0, 100)
            .parallel()
            .map(i -> status("{\"message\":\"a\"}", "Idempotency-Key: " + KEY + "-1"))
            .filter(status -> status == 200)
            .count();
    assertThat(good).isEqualTo(100);
    assertThat(server.publisher().published())
        .hasSize(100)
        .allSatisfy(entry -> assertThat(entry.key().seq()).isEqualTo(1));
  }

  private int status(String body, String header) {
    try {
      return server.post(body, header).status();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private RawHttp.Answer send(String method, String path) throws Exception {
    try (RawHttp http = server.connect()) {
      http.sendHead(method + " " + path + " HTTP/1.1", "Host: x", "Connection: close");
      return method.equals("HEAD") ? http.head() : http.answer();
    }
  }
}
