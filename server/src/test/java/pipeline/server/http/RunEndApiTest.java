package pipeline.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.security.SecureRandom;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.server.broker.PublishResult;
import pipeline.server.workload.LiftRideEndpoints;
import pipeline.server.workload.SwipeEndpoints;
import pipeline.server.workload.WorkloadFixture;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.identity.RunId;
import pipeline.wire.workload.Workload;

/** {@code POST /runs/{run}}: what is published and answered, and every refusal. */
class RunEndApiTest {
  private static final String PATH = "/server/runs/" + HttpFixture.RUN;

  private static HttpFixture server;

  @BeforeAll
  static void start() throws Exception {
    server = new HttpFixture();
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  @AfterEach
  void forget() {
    server.publisher().ends().clear();
    server.publisher().answerWith(PublishResult.CONFIRMED);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 9_930, RunEnd.MAX_LINES})
  void anEndIsPublishedAndAnsweredWithItsLines(long lines) throws Exception {
    RawHttp.Answer answer = server.postTo(PATH, " {\"lines\" : " + lines + "}\n");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("{\"message\":" + lines + "}");
    assertThat(server.publisher().ends()).containsExactly(new RunEnd(HttpFixture.RUN, lines));
    assertThat(server.publisher().published()).isEmpty();
  }

  @Test
  void anEndAgainAndOneWithAnotherNumberAreTaken() throws Exception {
    for (int lines : new int[] {1, 1, 2}) {
      assertThat(end(PATH, lines).status()).isEqualTo(200);
    }
    assertThat(server.publisher().ends()).hasSize(3);
  }

  @Test
  void everyWorkloadHasIt() throws Exception {
    try (WorkloadFixture<?> rides =
            new WorkloadFixture<>(Workload.LIFT_RIDES, new LiftRideEndpoints(), Optional.empty());
        WorkloadFixture<?> swipes =
            new WorkloadFixture<>(Workload.SWIPES, new SwipeEndpoints(), Optional.empty())) {
      for (WorkloadFixture<?> other : new WorkloadFixture<?>[] {rides, swipes}) {
        assertThat(other.postTo(PATH, "{\"lines\":7}").status()).isEqualTo(200);
        assertThat(other.publisher().ends()).containsExactly(new RunEnd(HttpFixture.RUN, 7));
      }
    }
  }

  @Test
  void nothingIsAnsweredBeforeTheConfirmAndWithoutItIs503() throws Exception {
    server.publisher().hold();
    try (RawHttp http = server.connect()) {
      http.send(RawHttp.post(PATH, "{\"lines\":7}".getBytes(UTF_8)));
      await().until(() -> !server.publisher().ends().isEmpty());
      server.publisher().answerWith(PublishResult.failed("the broker is away"));
      server.publisher().release();
      RawHttp.Answer answer = http.answer();
      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.headers()).containsEntry("retry-after", "1");
      assertThat(answer.body()).isEqualTo("{\"message\":\"the broker is away\"}");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "7",
        "{}",
        "{\"lines\":null}",
        "{\"lines\":\"7\"}",
        "{\"lines\":-1}",
        "{\"lines\":-0}",
        "{\"lines\":07}",
        "{\"lines\":7.0}",
        "{\"lines\":7e0}",
        "{\"lines\":2147483649}",
        "{\"lines\":99999999999999999999}",
        "{\"lines\":[7]}",
        "{\"lines\":{\"lines\":7}}",
        "{\"lines\":7,\"lines\":7}",
        "{\"lines\":7,\"more\":7}",
        "{\"line\":7}",
        "{\"lines\":7}x",
        "{\"lines\":7"
      })
  void aBodyOfAnotherFormIs400(String body) throws Exception {
    assertRefused(server.postTo(PATH, body), 400);
  }

  @Test
  void bytesThatAreNotUtf8Are400() throws Exception {
    try (RawHttp http = server.connect()) {
      http.send(RawHttp.post(PATH, new byte[] {'{', '"', (byte) 0xFF, '"', ':', '7', '}'}));
      assertRefused(http.answer(), 400);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x",
        "-1",
        "00000000000000010000000000000002",
        "019abcdef0124abc8def0123456789ab",
        "019abcde-f012-7abc-8def-0123456789ab",
        "*"
      })
  void aRunOfAnotherFormIs400AndNamesTheForm(String run) throws Exception {
    RawHttp.Answer answer = end("/server/runs/" + run, 7);

    assertRefused(answer, 400);
    assertThat(answer.body()).contains("a run is a UUID of version 7 (RFC 9562)");
  }

  @Test
  void aRunOutsideItsTimeIs409WithBothClocks() throws Exception {
    long day = 86_400_000;
    for (long start : new long[] {HttpFixture.NOW - 31 * day, HttpFixture.NOW + day}) {
      RunId run = RunId.startingAt(start, new SecureRandom());
      RawHttp.Answer answer = end("/server/runs/" + run, 7);
      assertRefused(answer, 409);
      assertThat(answer.body()).contains("2026-11-26T12:00:00Z", "T12:00:00Z, more than ");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/server/runs", "/server/runs/", "/server/runsx", "/server/runs/a/b"})
  void aPathWithoutARunIs404(String path) throws Exception {
    assertRefused(end(path, 7), 404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "PUT", "DELETE", "OPTIONS", "PATCH"})
  void anotherMethodIs405WithAllow(String method) throws Exception {
    for (String path : new String[] {PATH, "/server/runs/x"}) {
      RawHttp.Answer answer = server.send(method, path);
      assertRefused(answer, 405);
      assertThat(answer.headers()).containsEntry("allow", "POST");
    }
  }

  @Test
  void anotherContentTypeIs415AndALongBodyIs413() throws Exception {
    RawHttp.Answer answer = server.postTo(PATH, "{\"lines\":7}", "Content-Type: text/plain");
    assertRefused(answer, 415);
    assertThat(answer.body()).contains("must be application/json, in UTF-8");
    assertRefused(server.postTo(PATH, "{\"lines\":7}", "Content-Encoding: gzip"), 415);
    assertRefused(server.postTo(PATH, " ".repeat(HttpFixture.LIMIT) + "{\"lines\":7}"), 413);
  }

  @Test
  void withATokenOnlyThoseWhoShowItAreServed() throws Exception {
    String token = "0123456789abcdef";
    try (HttpFixture closed = new HttpFixture(token)) {
      assertThat(closed.postTo(PATH, "{\"lines\":7}").status()).isEqualTo(401);
      assertThat(closed.publisher().ends()).isEmpty();
      assertThat(closed.postTo(PATH, "{\"lines\":7}", "Authorization: Bearer " + token).status())
          .isEqualTo(200);
    }
  }

  @Test
  void aBrowserMayNotEndARunForAPageOfAnotherSite() throws Exception {
    String site = "Sec-Fetch-Site: cross-site";
    assertRefused(server.postTo(PATH, "{\"lines\":7}", site), 403);
  }

  private static RawHttp.Answer end(String path, int lines) throws Exception {
    return server.postTo(path, "{\"lines\":" + lines + "}");
  }

  private static void assertRefused(RawHttp.Answer answer, int status) {
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.body()).startsWith("{\"message\":\"");
    assertThat(server.publisher().ends()).isEmpty();
  }
}
