package pipeline.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.server.broker.PublishResult;
import pipeline.server.workload.WorkloadFixture;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.identity.RunId;

/** {@code POST /runs/{run}}: what is published and answered, and every refusal. */
class RunEndApiTest extends OnWordCount {
  private static final String RUN_PATH = "/server/runs/" + RUN;
  private static final String END = "{\"lines\":7}";

  RunEndApiTest() throws Exception {}

  @ParameterizedTest
  @ValueSource(longs = {0, 9_930, RunEnd.MAX_LINES})
  void anEndIsPublishedAndAnsweredWithItsLinesHoweverOftenItComes(long lines) throws Exception {
    for (int i = 0; i < 2; i++) {
      server
          .postTo(RUN_PATH, " {\"lines\" : " + lines + "}\n")
          .hasStatus(200)
          .hasBody("{\"message\":" + lines + "}");
    }
    server.postTo(RUN_PATH, END).hasStatus(200);
    RunEnd end = new RunEnd(RUN, lines);
    assertThat(server.publisher().ends()).containsExactly(end, end, new RunEnd(RUN, 7));
    assertThat(server.publisher().published()).isEmpty();
  }

  @Test
  void nothingIsAnsweredBeforeTheConfirmAndWithoutItIs503() throws Exception {
    server.publisher().hold();
    try (RawHttp http = server.connect()) {
      http.send(RawHttp.post(RUN_PATH, END.getBytes(UTF_8)));
      await().until(() -> !server.publisher().ends().isEmpty());
      assertThat(http.isUnanswered()).isTrue();
      server.publisher().answerWith(PublishResult.failed("the broker is away"));
      server.publisher().release();
      http.answer().hasStatus(503).hasHeader("retry-after", "1").says("the broker is away");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "{\"lines\":null}",
        "{\"lines\":\"7\"}",
        "{\"lines\":-1}",
        "{\"lines\":-0}",
        "{\"lines\":07}",
        "{\"lines\":7.0}",
        "{\"lines\":2147483649}",
        "{\"lines\":99999999999999999999}",
        "{\"lines\":{\"lines\":7}}",
        "{\"lines\":7,\"lines\":7}",
        "{\"lines\":7,\"more\":7}",
        "{\"lines\":7}x",
        "{\"lines\":7"
      })
  void aBodyOfAnotherFormIs400(String body) throws Exception {
    refused(400, server.postTo(RUN_PATH, body));
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
    refused(400, server.postTo("/server/runs/" + run, END))
        .contains("a run is a UUID of version 7 (RFC 9562)");
  }

  @ParameterizedTest
  @ValueSource(ints = {-31, 1})
  void aRunOutsideItsTimeIs409WithBothClocks(int days) throws Exception {
    long start = WorkloadFixture.NOW + days * 86_400_000L;
    RunId run = RunId.startingAt(start, new SecureRandom());
    refused(409, server.postTo("/server/runs/" + run, END))
        .contains("2026-11-26T12:00:00Z", "T12:00:00Z, more than ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/server/runs", "/server/runs/", "/server/runsx", "/server/runs/a/b"})
  void aPathWithoutARunIs404(String path) throws Exception {
    refused(404, server.postTo(path, END));
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "PUT", "DELETE", "OPTIONS", "PATCH"})
  void anotherMethodIs405WithAllow(String method) throws Exception {
    refused(405, server.send(method, RUN_PATH)).hasHeader("allow", "POST");
    refused(405, server.send(method, "/server/runs/x")).hasHeader("allow", "POST");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Content-Type: text/plain | 415 | must be application/json, in UTF-8",
        "Content-Encoding: gzip | 415 | encoded",
        "Sec-Fetch-Site: cross-site | 403 | another site"
      })
  void aHeadThatIsRefusedForALineIsRefusedForAnEnd(String header, int status, String text)
      throws Exception {
    refused(status, server.postTo(RUN_PATH, END, header)).contains(text);
  }

  @Test
  void aLongBodyIs413() throws Exception {
    refused(413, server.postTo(RUN_PATH, " ".repeat(WorkloadFixture.LIMIT) + END));
  }
}
