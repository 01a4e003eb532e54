package pipeline.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.server.broker.PublishResult;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/** Many lines in one request: the published lines, their keys, and the answer. */
class BulkApiTest extends BulkFixture {
  private static final String BODY = "a b a\nb\n \nc";

  @Test
  void theLinesArePublishedFromTheirKeyOnAndCounted() throws Exception {
    RawHttp.Answer answer = postText(BODY, key(17));
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("{\"lines\":4,\"words\":5}");
    assertThat(answer.headers()).containsEntry("content-type", "application/json");
    assertThat(server.publisher().published())
        .singleElement()
        .satisfies(entry -> assertThat(entry.key()).isEqualTo(new RequestKey(RUN, 17)));
    assertThat(published())
        .isEqualTo(List.of(Map.of("a", 2, "b", 1), Map.of("b", 1), Map.of(), Map.of("c", 1)));
  }

  @Test
  void ndjsonIsTheSameLines() throws Exception {
    RawHttp.Answer answer =
        postNdjson(
            "{\"message\":\"a b a\"}\n\n{\"message\" : \"\\u0062\"}\r\n{\"message\":\"\"}\n",
            key(17));
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("{\"lines\":3,\"words\":4}");
    assertThat(published()).isEqualTo(List.of(Map.of("a", 2, "b", 1), Map.of("b", 1), Map.of()));
  }

  @Test
  void aLineOfJsonInTheTextIsText() throws Exception {
    assertThat(postText("{\"message\":\"a b\"}", key(0)).body())
        .isEqualTo("{\"lines\":1,\"words\":2}");
    assertThat(published()).isEqualTo(List.of(Map.of("{\"message\":\"a", 1, "b\"}", 1)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/plain",
        "Text/Plain; charset=UTF-8",
        "text/plain;charset=\"utf-8\"",
        "text/plain; format=flowed"
      })
  void textInUtf8IsTaken(String type) throws Exception {
    assertThat(post("a\nb".getBytes(UTF_8), "Content-Type: " + type).body())
        .isEqualTo("{\"lines\":2,\"words\":2}");
  }

  @Test
  void anotherContentTypeIs415AndNamesThoseThatAreTaken() throws Exception {
    RawHttp.Answer answer = post(BODY.getBytes(UTF_8), "Content-Type: text/csv", key(0));
    assertThat(answer.status()).isEqualTo(415);
    assertThat(answer.body())
        .isEqualTo(
            "{\"message\":\"the content type must be application/json or text/plain or"
                + " application/x-ndjson, in UTF-8\"}");
    assertThat(post(BODY.getBytes(UTF_8), TEXT, "Content-Encoding: gzip").status()).isEqualTo(415);
    assertThat(server.publisher().published()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "\r\n", "\n\r\n\n"})
  void noLinesAre200AndPublishNothing(String body) throws Exception {
    for (String type : List.of(TEXT, NDJSON)) {
      RawHttp.Answer answer = post(body.getBytes(UTF_8), type, key(3));
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo("{\"lines\":0,\"words\":0}");
    }
    assertThat(server.publisher().published()).isEmpty();
  }

  @Test
  void aRequestWithoutAKeyGetsConsecutiveOnesOfTheServersOwn() throws Exception {
    postText(BODY);
    postText("\n");
    server.post("{\"message\":\"a\"}");
    postText(BODY);
    assertThat(server.publisher().published())
        .extracting(entry -> entry.key())
        .containsExactly(
            new RequestKey(HttpFixture.SERVER_RUN, 0),
            new RequestKey(HttpFixture.SERVER_RUN, 4),
            new RequestKey(HttpFixture.SERVER_RUN, 5));
  }

  @Test
  void numbersUpToTheLastAreTakenAndBeyondItAre400() throws Exception {
    assertThat(postText(BODY, key(Integer.MAX_VALUE - 3)).status()).isEqualTo(200);
    RawHttp.Answer answer = postText(BODY, key(Integer.MAX_VALUE - 2));
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body())
        .isEqualTo(
            "{\"message\":\"Idempotency-Key: the last line's number would be above 2147483647\"}");
    assertThat(postText(BODY, "Idempotency-Key: 7").status()).isEqualTo(400);
    assertThat(server.publisher().published()).hasSize(1);
  }

  @Test
  void theSameRangeAgainAndOverlappingOnesAreTaken() throws Exception {
    for (int first : new int[] {10, 10, 12, 8}) {
      assertThat(postText(BODY, key(first)).body()).isEqualTo("{\"lines\":4,\"words\":5}");
    }
    assertThat(server.publisher().published()).hasSize(4);
  }

  @Test
  void nothingIsAnsweredBeforeTheConfirmAndWithoutItIs503() throws Exception {
    server.publisher().hold();
    try (RawHttp http = server.connect()) {
      http.send(RawHttp.post(PATH, BODY.getBytes(UTF_8), TEXT, key(0)));
      await().until(() -> !server.publisher().published().isEmpty());
      server.publisher().answerWith(PublishResult.failed("the broker is away"));
      server.publisher().release();
      RawHttp.Answer answer = http.answer();
      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.headers()).containsEntry("retry-after", "1");
      assertThat(answer.body()).isEqualTo("{\"message\":\"the broker is away\"}");
    }
  }

  @Test
  void aBodyInChunksIsTakenLikeAnyOther() throws Exception {
    ByteArrayOutputStream chunks = new ByteArrayOutputStream();
    byte[] body = "\u00e9 b\r\nc".getBytes(UTF_8);
    for (byte b : body) {
      chunks.write(new byte[] {'1', '\r', '\n', b, '\r', '\n'});
    }
    chunks.write("0\r\n\r\n".getBytes(ISO_8859_1));
    try (RawHttp http = server.connect()) {
      http.sendHead(
          "POST " + PATH + " HTTP/1.1", "Host: x", TEXT, "Transfer-Encoding: chunked", key(0));
      http.send(chunks.toByteArray());
      assertThat(http.answer().body()).isEqualTo("{\"lines\":2,\"words\":3}");
    }
    assertThat(published()).isEqualTo(List.of(Map.of("\u00e9", 1, "b", 1), Map.of("c", 1)));
  }

  @Test
  void aBodyShorterThanItsLengthIs408AndWhatIsBeyondItIsNotOfIt() throws Exception {
    try (RawHttp http = server.connect()) {
      http.sendHead("POST " + PATH + " HTTP/1.1", "Host: x", TEXT, "Content-Length: 100", key(0));
      http.send(BODY.getBytes(UTF_8));
      assertThat(http.answer().status()).isEqualTo(408);
    }
    assertThat(server.publisher().published()).isEmpty();
    try (RawHttp http = server.connect()) {
      http.sendHead("POST " + PATH + " HTTP/1.1", "Host: x", TEXT, "Content-Length: 3", key(0));
      http.send("a bc d\r\n\r\n".getBytes(UTF_8));
      assertThat(http.answer().body()).isEqualTo("{\"lines\":1,\"words\":2}");
      assertThat(http.isClosedAfterAnything()).isTrue();
    }
    assertThat(published()).isEqualTo(List.of(Map.of("a", 1, "b", 1)));
  }

  @Test
  void aRunThatIsTooOldIs409() throws Exception {
    long start = HttpFixture.NOW - Duration.ofDays(31).toMillis();
    RunId old = RunId.startingAt(start, new SecureRandom());
    assertThat(postText(BODY, "Idempotency-Key: " + old + "-0").status()).isEqualTo(409);
    assertThat(server.publisher().published()).isEmpty();
  }

  @Test
  void withATokenOnlyThoseWhoShowItAreServed() throws Exception {
    stop();
    String token = "0123456789abcdef";
    server = new HttpFixture(token);
    assertThat(postText(BODY, key(0)).status()).isEqualTo(401);
    assertThat(server.publisher().published()).isEmpty();
    assertThat(postText(BODY, key(0), "Authorization: Bearer " + token).status()).isEqualTo(200);
  }

  @Test
  void otherPathsAndMethodsAreAsForOneLine() throws Exception {
    assertThat(server.send("PUT", PATH, TEXT).headers()).containsEntry("allow", "POST");
    assertThat(server.send("PUT", PATH, TEXT).status()).isEqualTo(405);
    assertThat(server.postTo("/server/textbody/charcount", BODY, TEXT).status()).isEqualTo(404);
    assertThat(server.postTo("/server/textbody/wordcount/a", BODY, TEXT).status()).isEqualTo(405);
    assertThat(server.publisher().published()).isEmpty();
  }
}
