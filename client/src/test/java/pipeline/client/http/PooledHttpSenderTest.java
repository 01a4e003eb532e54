package pipeline.client.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.client.input.BadInputException;
import pipeline.wire.identity.RunId;

@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PooledHttpSenderTest {
  private static final Request REQUEST = Request.post(7, "/x", "{}".getBytes(UTF_8));

  private final RunId runId = RunId.random(new SecureRandom());

  @Test
  void a503IsOneRequestOnTheWireWithItsRetryAfter() throws Exception {
    StubServer.Script busy =
        (exchange, number) -> {
          exchange.getResponseHeaders().add("Retry-After", "3");
          StubServer.answer(exchange, 503, "{\"message\":\"broker\n away\"}");
        };

    try (StubServer server = StubServer.scripted(busy);
        PooledHttpSender sender = sender(server.url())) {
      assertThat(sender.send(REQUEST))
          .isEqualTo(
              Outcome.refused(
                  503, "HTTP 503 {\"message\":\"broker away\"}", Duration.ofSeconds(3)));
      assertThat(server.keys()).containsExactly(runId + "-7");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void aRedirectIsNotFollowedAndNamesItsTarget(int status) throws Exception {
    StubServer.Script elsewhere =
        (exchange, number) -> {
          exchange.getResponseHeaders().add("Location", "https://elsewhere/server");
          StubServer.answer(exchange, status, "<html>nginx</html>");
        };

    try (StubServer server = StubServer.scripted(elsewhere);
        PooledHttpSender sender = sender(server.url())) {
      assertThat(sender.send(REQUEST))
          .isEqualTo(
              Outcome.refused(
                  status, "HTTP " + status + " to https://elsewhere/server", Duration.ZERO));
      assertThat(server.received()).hasSize(1);
    }
  }

  @Test
  void noServerIsAnOutcome() throws Exception {
    try (PooledHttpSender sender = sender("http://localhost:1")) {
      Outcome outcome = sender.send(REQUEST);

      assertThat(outcome.isAnswered()).isFalse();
      assertThat(outcome.error()).contains("Connection refused");
    }
  }

  @Test
  void aConnectionResetIsAnOutcome() throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        PooledHttpSender sender = sender("http://localhost:" + listener.getLocalPort())) {
      CompletableFuture<Void> reset = CompletableFuture.runAsync(() -> resetOne(listener));

      Outcome outcome = sender.send(REQUEST);

      assertThat(outcome.isAnswered()).isFalse();
      assertThat(outcome.error()).contains("reset");
      reset.get(5, TimeUnit.SECONDS);
    }
  }

  @Test
  void headAndBodyAreExactlyThese() throws Exception {
    try (RawServer server =
            new RawServer("HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n{\"message\":1}");
        PooledHttpSender sender = sender(server.url() + "/a")) {
      assertThat(sender.send(REQUEST)).isEqualTo(Outcome.success(200));

      assertThat(server.requests().get(0).split("\r\n"))
          .containsExactly(
              "POST /a/x HTTP/1.1",
              "Host: " + server.url().substring("http://".length()),
              "Idempotency-Key: " + runId + "-7",
              "Content-Type: application/json",
              "Content-Length: 2",
              "",
              "{}");
    }
  }

  @Test
  void anAnswerThatEndsTooEarlyIsNone() throws Exception {
    assertThat(answerTo("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}").isAnswered()).isFalse();
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
        PooledHttpSender sender = sender(server.url())) {
      assertThat(sender.send(REQUEST).error()).contains("answer longer than 65536 bytes");
    }
  }

  @Test
  void interimAnswersAreSkipped() throws Exception {
    String answers =
        "HTTP/1.1 100 Continue\r\n\r\n"
            + "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"
            + "HTTP/1.1 201 Created\r\nContent-Length: 13\r\n\r\n{\"message\":1}";

    assertThat(answerTo(answers)).isEqualTo(Outcome.success(201));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "200 OK | Content-Type: text/html | <title>Log in</title>",
        "200 OK | Content-Type: application/json | {\"ok\":true}",
        "200 OK | Content-Type: application/json | {\"lines\":1}",
        "200 OK | Content-Type: application/json | [1]",
        "202 Accepted | Content-Type: application/json | {\"message\":1}",
        "203 From elsewhere | Content-Type: application/json | {\"message\":1}"
      })
  void aSuccessOfAnotherServerIsAFailureThatSaysWhatCame(String status, String type, String body)
      throws Exception {
    String answer = "HTTP/1.1 %s\r\n%s\r\nContent-Length: %s\r\n\r\n%s";
    Outcome outcome = answerTo(answer.formatted(status, type, body.length(), body));

    assertThat(outcome.isSuccess()).isFalse();
    assertThat(outcome.isAnswered()).isTrue();
    assertThat(outcome.error())
        .startsWith("HTTP " + status.substring(0, 3) + ", but not the answer of our server: ")
        .endsWith(type.substring("Content-Type: ".length()) + " " + body);
  }

  @ParameterizedTest
  @ValueSource(strings = {"204 No Content\r\n\r\n", "200 OK\r\nContent-Length: 0\r\n\r\n"})
  void anEmptySuccessIsAFailure(String answer) throws Exception {
    assertThat(answerTo("HTTP/1.1 " + answer).error())
        .isEqualTo(
            "HTTP " + answer.substring(0, 3) + ", but not the answer of our server: nothing");
  }

  @Test
  void manyLinesSucceedWithTheNumberOfAllOfThem() {
    Request lines =
        Request.post(7, 3, "/x", "text/plain; charset=utf-8", "a\nb\nc\n".getBytes(UTF_8));
    assertThat(lines.isAnsweredBy(200, "{\"lines\":3,\"words\":3}".getBytes(UTF_8))).isTrue();
    assertThat(lines.isAnsweredBy(201, "{\"lines\":3}".getBytes(UTF_8))).isTrue();
    assertThat(lines.isAnsweredBy(200, "{\"lines\":2}".getBytes(UTF_8))).isFalse();
    assertThat(lines.isAnsweredBy(200, "{\"message\":1}".getBytes(UTF_8))).isFalse();
  }

  @Test
  void aReadSucceedsWithAnyObject() {
    Request read = Request.get(0, "/x");
    assertThat(read.isAnsweredBy(200, "{\"seasons\":[]}".getBytes(UTF_8))).isTrue();
    assertThat(read.isAnsweredBy(200, "<html>".getBytes(UTF_8))).isFalse();
  }

  @Test
  void whatDoesNotBeginWithAStatusLineIsNoAnswer() throws Exception {
    String answer = "hello\r\nHTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n{\"message\":1}";

    assertThat(answerTo(answer).isAnswered()).isFalse();
  }

  private Outcome answerTo(String answer) throws Exception {
    try (RawServer server = new RawServer(answer);
        PooledHttpSender sender = sender(server.url())) {
      Outcome outcome = sender.send(REQUEST);
      assertThat(server.requests()).hasSize(1);
      return outcome;
    }
  }

  private PooledHttpSender sender(String url) throws BadInputException {
    return new PooledHttpSender(
        ServerUrl.parse("--url", url),
        new CurrentRun(runId),
        Optional.empty(),
        Duration.ofSeconds(10),
        1);
  }

  /** Closing with a zero linger sends RST instead of FIN. */
  private static void resetOne(ServerSocket listener) {
    try (Socket socket = listener.accept()) {
      InputStream in = socket.getInputStream();
      in.read();
      socket.setSoLinger(true, 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
