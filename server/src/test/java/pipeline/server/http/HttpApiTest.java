package pipeline.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.server.broker.PublishResult;
import pipeline.server.workload.TextEndpointsTest;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.identity.RunId;

/**
 * Paths, methods, keys, types and lengths of requests have the answers of the API, for a line of
 * text and for the end of a run. {@link TextEndpointsTest} has the cases of bodies and words alone.
 */
class HttpApiTest extends OnWordCount {
  private static final String RUNS = "/server/runs/";
  private static final String END = "{\"lines\":7}";

  HttpApiTest() throws Exception {}

  @ParameterizedTest
  @ValueSource(longs = {0, 9_930, RunEnd.MAX_LINES})
  void anEndIsPublishedAndAnsweredWithItsLinesHoweverOftenItComes(long lines) throws Exception {
    for (int i = 0; i < 2; i++) {
      postTo(RUNS + RUN, " {\"lines\" : " + lines + "}\n")
          .hasStatus(200)
          .hasBody("{\"message\":" + lines + "}");
    }
    postTo(RUNS + RUN, END).hasStatus(200);
    RunEnd end = new RunEnd(RUN, lines);
    assertThat(publisher.ends()).containsExactly(end, end, new RunEnd(RUN, 7));
    assertThat(publisher.published()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void nothingIsAnsweredBeforeTheConfirmAndWithoutItIs503(boolean isEnd) throws Exception {
    publisher.hold();
    try (RawHttp http = connect()) {
      http.send(isEnd ? RawHttp.post(RUNS + RUN, END.getBytes(UTF_8)) : RawHttp.post(BODY));
      await().until(() -> publisher.published().size() + publisher.ends().size() == 1);
      assertThat(http.isUnanswered()).isTrue();
      publisher.answerWith(PublishResult.failed("the \"broker\"\nis away"));
      publisher.release();
      http.answer()
          .hasStatus(503)
          .hasHeader("retry-after", "1")
          .hasBody("{\"message\":\"the \\\"broker\\\"\\nis away\"}");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "PUT", "DELETE", "TRACE", "OPTIONS", "HEAD", "PATCH", "NONSENSE"})
  void otherMethodsAre405WithAllow(String method) throws Exception {
    send(method, PATH).hasStatus(405).hasHeader("allow", "POST");
    send(method, RUNS + "x").hasStatus(405).hasHeader("allow", "POST");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/server",
        "/server/nothing",
        "/server/textbody/",
        "/server/textbody/charcount",
        "/server/textbody/wordcount/..;/x",
        "/server/textbody/wordcount%2fx",
        "/server/textbody/wordcount%5cx",
        "/server/runs/",
        "/server/runsx",
        "/server/runs/a/b"
      })
  void otherPathsAre404Or400(String path) throws Exception {
    assertThat(postTo(path, BODY).status()).isIn(400, 404);
    assertNothingPublished();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "//"})
  void slashesAtTheEndOfAPathNameNothing(String slashes) throws Exception {
    postTo(PATH + slashes, BODY).hasBody("{\"message\":1}");
    send("GET", PATH + slashes).hasStatus(405).hasHeader("allow", "POST");
    postTo(RUNS + RUN + slashes, END).hasStatus(200);
    send("GET", "/server/health" + slashes).contains("up");
  }

  @ParameterizedTest
  @ValueSource(strings = {"cross-site", "Cross-Site", "none, cross-site"})
  void aPageOfAnotherSiteMayNotPostThroughTheBrowserOfItsReader(String site) throws Exception {
    String header = "Sec-Fetch-Site: " + site;
    refused(403, post(BODY, header))
        .says("a page of another site may not post here (Sec-Fetch-Site: cross-site)");
    refused(403, postText("a\nb\n", header));
    refused(403, postNdjson(BODY, header));
    refused(403, postTo(RUNS + RUN, END, header));
    post(BODY, header.replace("cross", "same").replace("Cross", "Same")).hasStatus(200);
  }

  @Test
  void aReadOfAWordIs501AndSaysWhereToAsk() throws Exception {
    send("GET", PATH + "/hello").hasStatus(501).contains("REDIS_URL", "--http");
    send("DELETE", PATH + "/hello").hasHeader("allow", "GET");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "KEY-", "KEY-2147483648"})
  void malformedKeysAre400AndNotPublished(String key) throws Exception {
    refused(400, post(BODY, "Idempotency-Key: " + key.replace("KEY", RUN.toString())));
  }

  @Test
  void aRepeatedOrVeryLongKeyIs400() throws Exception {
    refused(400, post(BODY, key(1), key(1)));
    post(BODY, key(1) + "0".repeat(10_000)).hasStatus(400);
    assertNothingPublished();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"x", "00000000000000010000000000000002", "019abcde-f012-7abc-8def-0123", "*"})
  void aRunOfAnotherFormIs400AndNamesTheForm(String run) throws Exception {
    refused(400, postTo(RUNS + run, END)).contains("a run is a UUID of version 7 (RFC 9562)");
    refused(400, post(BODY, "Idempotency-Key: " + new RunId(1, 2) + "-7"))
        .contains("a run is a UUID of version 7 (RFC 9562)");
  }

  private static RunId startingIn(Duration ahead) {
    return RunId.startingAt(NOW + ahead.toMillis(), new SecureRandom());
  }

  @ParameterizedTest
  @ValueSource(strings = {"-P30D", "PT10M"})
  void runsFromThirtyDaysAgoToTenMinutesAheadAreTaken(Duration ahead) throws Exception {
    post(BODY, "Idempotency-Key: " + startingIn(ahead) + "-7").hasStatus(200);
    postTo(RUNS + startingIn(ahead), END).hasStatus(200);
  }

  @ParameterizedTest
  @CsvSource({
    "-PT720H0.001S, 'at 2026-10-27T11:59:59.999Z, more than 30 days ago'",
    "PT10M0.001S, 'at 2026-11-26T12:10:00.001Z, more than 10 minutes ahead'"
  })
  void aRunThatBeganAMillisecondEarlierOrBeginsOneLaterIs409WithBothClocks(
      Duration ahead, String began) throws Exception {
    String text =
        "this run's id says that it began "
            + began
            + " by this server's clock, which says 2026-11-26T12:00:00Z";
    RunId run = startingIn(ahead);
    RawHttp.Answer answer = refused(409, post(BODY, "Idempotency-Key: " + run + "-7")).says(text);
    assertThat(answer.headers()).doesNotContainKey("retry-after");
    refused(409, postTo(RUNS + run, END)).says(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "nonsense", "{\"message\":\"a\"}x"})
  void badBodiesAre400AndNotPublished(String body) throws Exception {
    refused(400, post(body));
    refused(400, postTo(RUNS + RUN, body));
    refused(400, send("POST", PATH, JSON));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{}", "{\"lines\":\"7\"}", "{\"lines\":2147483649}", "{\"lines\":7,\"more\":7}"})
  void anEndWithoutAWholeNumberOfLinesIs400(String body) throws Exception {
    refused(400, postTo(RUNS + RUN, body)).contains("lines");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Encoding: gzip",
        "Content-Encoding: identity, gzip",
        "Content-Type: text/html",
        "Content-Type: text/plain; charset=iso-8859-1",
        "Content-Type: application/x-ndjson; charset=latin1",
        "Content-Type: application/ndjson",
        "Content-Type: application/json; charset=utf-16",
        "Content-Type: application/json; charset",
        "Content-Type: "
      })
  void otherContentTypesAndEncodedBodiesAre415(String header) throws Exception {
    refused(415, postTo(PATH + "?message=a", BODY, header));
    refused(415, postTo(RUNS + RUN, END, header));
  }

  @Test
  void a415NamesTheTypesThatAreTaken() throws Exception {
    refused(415, post(BODY, "Content-Type: text/csv"))
        .contains("application/json or text/plain or application/x-ndjson, in UTF-8");
    refused(415, postTo(RUNS + RUN, END, TEXT)).contains("must be application/json, in UTF-8");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "Application/JSON; charset=UTF-8",
        "application/json;charset=\"utf-8\"",
        "application/json; profile=x",
        "text/plain",
        "Text/Plain; charset=UTF-8",
        "text/plain; format=flowed"
      })
  void bodiesInUtf8AreTakenHoweverTheirTypeIsSpelled(String type) throws Exception {
    post(BODY, "Content-Type: " + type).hasStatus(200);
  }

  @Test
  void blankMessageIs200WithZeroAndStillPublished() throws Exception {
    post("{\"message\":\"  \"}").hasStatus(200).hasBody("{\"message\":0}");
    assertThat(published()).containsExactly(Map.of());
  }

  @Test
  void aBodyUpToTheLimitIsTakenAndOneByteMoreIs413() throws Exception {
    String most = "w".repeat(LIMIT - "{\"message\":\"\"}".length());
    refused(413, post("{\"message\":\"" + most + "w\"}"));
    refused(413, postTo(RUNS + RUN, " ".repeat(LIMIT) + END));
    post("{\"message\":\"" + most + "\"}").hasBody("{\"message\":1}");
  }
}
