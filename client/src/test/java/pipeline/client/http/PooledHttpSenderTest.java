package pipeline.client.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One attempt: what goes over the wire, and what each kind of answer is taken for. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PooledHttpSenderTest {
  private static final Request REQUEST = Request.post(7, "/x", "{}".getBytes(UTF_8));
  private static final String SUCCESS = "Content-Length: 13\r\n\r\n{\"message\":1}";

  @Test
  void headAndBodyAreExactlyThese() throws Exception {
    try (RawServer server = new RawServer("HTTP/1.1 200 OK\r\n" + SUCCESS);
        PooledHttpSender sender = Senders.to(server.url() + "/a")) {
      assertThat(sender.send(REQUEST)).isEqualTo(Outcome.success(200));

      assertThat(server.requests().get(0).split("\r\n"))
          .containsExactly(
              "POST /a/x HTTP/1.1",
              "Host: " + server.url().substring("http://".length()),
              "Idempotency-Key: " + Senders.RUN + "-7",
              "Content-Type: application/json",
              "Content-Length: 2",
              "",
              "{}");
    }
  }

  @Test
  void a503IsOneRequestOnTheWireWithItsRetryAfter() throws Exception {
    String answer =
        "HTTP/1.1 503 Busy\r\nRetry-After: 3\r\nContent-Length: 12\r\n\r\nbroker\n away";

    assertThat(answerTo(answer))
        .isEqualTo(Outcome.refused(503, "HTTP 503 broker away", Duration.ofSeconds(3)));
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void aRedirectIsNotFollowedAndNamesItsTarget(int status) throws Exception {
    String to = "https://elsewhere/server";
    String answer = "HTTP/1.1 %s Moved\r\nLocation: %s\r\nContent-Length: 5\r\n\r\nnginx";

    assertThat(answerTo(answer.formatted(status, to)))
        .isEqualTo(Outcome.refused(status, "HTTP " + status + " to " + to, Duration.ZERO));
  }

  @Test
  void aConnectionResetIsAnOutcome() throws Exception {
    Outcome outcome = answerTo(RawServer.RESET);

    assertThat(outcome.isAnswered()).isFalse();
    assertThat(outcome.error()).contains("reset");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}", "hello\r\nHTTP/1.1 200 OK\r\n"})
  void whatEndsTooEarlyOrDoesNotBeginWithAStatusLineIsNoAnswer(String begin) throws Exception {
    String answer = begin.startsWith("hello") ? begin + SUCCESS : begin;

    assertThat(answerTo(answer).isAnswered()).isFalse();
  }

  @Test
  void anEndlessAnswerIsCutOff() throws Exception {
    StubServer.Script endless =
        (exchange, number) -> {
          exchange.sendResponseHeaders(200, 0);
          byte[] chunk = new byte[64 * 1024];
          while (true) {
            exchange.getResponseBody().write(chunk); // ends when the client hangs up
          }
        };

    try (StubServer server = StubServer.scripted(endless);
        PooledHttpSender sender = Senders.to(server.url())) {
      assertThat(sender.send(REQUEST).error()).contains("answer longer than 65536 bytes");
    }
  }

  @Test
  void interimAnswersAreSkipped() throws Exception {
    String interim = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n";

    assertThat(answerTo(interim + "HTTP/1.1 201 Created\r\n" + SUCCESS))
        .isEqualTo(Outcome.success(201));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "200 OK | text/html | <title>Log in</title>",
        "200 OK | application/json | {\"ok\":true}",
        "200 OK | application/json | {\"lines\":1}",
        "200 OK | application/json | [1]",
        "202 Accepted | application/json | {\"message\":1}",
        "203 From elsewhere | application/json | {\"message\":1}"
      })
  void aSuccessOfAnotherServerIsAFailureThatSaysWhatCame(String status, String type, String body)
      throws Exception {
    String answer = "HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %s\r\n\r\n%s";
    Outcome outcome = answerTo(answer.formatted(status, type, body.length(), body));

    assertThat(outcome.isSuccess()).isFalse();
    assertThat(outcome.isAnswered()).isTrue();
    assertThat(outcome.error())
        .startsWith("HTTP " + status.substring(0, 3) + ", but not the answer of our server: ")
        .endsWith(type + " " + body);
  }

  @ParameterizedTest
  @ValueSource(strings = {"204 No Content\r\n\r\n", "200 OK\r\nContent-Length: 0\r\n\r\n"})
  void anEmptySuccessIsAFailure(String answer) throws Exception {
    String status = answer.substring(0, 3);
    assertThat(answerTo("HTTP/1.1 " + answer).error())
        .isEqualTo("HTTP " + status + ", but not the answer of our server: nothing");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "200 | {\"lines\":3,\"words\":3} | true",
        "201 | {\"lines\":3} | true",
        "200 | {\"lines\":2} | false",
        "200 | {\"message\":1} | false"
      })
  void manyLinesSucceedWithTheNumberOfAllOfThem(int status, String answer, boolean success) {
    Request lines = Request.post(7, 3, "/x", "text/plain", "a\nb\nc\n".getBytes(UTF_8));
    assertThat(lines.isAnsweredBy(status, answer.getBytes(UTF_8))).isEqualTo(success);
  }

  @ParameterizedTest
  @CsvSource({"{\"seasons\":[]},true", "<html>,false", "[],false"})
  void aReadSucceedsWithAnyObject(String answer, boolean success) {
    Request read = Request.get(0, "/x");
    assertThat(read.isAnsweredBy(200, answer.getBytes(UTF_8))).isEqualTo(success);
  }

  private static Outcome answerTo(String answer) throws Exception {
    try (RawServer server = new RawServer(answer);
        PooledHttpSender sender = Senders.to(server.url())) {
      Outcome outcome = sender.send(REQUEST);
      assertThat(server.requests()).hasSize(1);
      return outcome;
    }
  }
}
