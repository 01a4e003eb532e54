package pipeline.client.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import pipeline.client.input.BadInputException;
import pipeline.wire.identity.RunId;

@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PooledHttpSenderTest {
  private static final Request REQUEST = new Request(7, "POST", "/x", "{}".getBytes(UTF_8));

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

  @Test
  void aRedirectIsNotFollowed() throws Exception {
    StubServer.Script elsewhere =
        (exchange, number) -> {
          exchange.getResponseHeaders().add("Location", "/elsewhere");
          StubServer.answer(exchange, 302, "");
        };

    try (StubServer server = StubServer.scripted(elsewhere);
        PooledHttpSender sender = sender(server.url())) {
      assertThat(sender.send(REQUEST).status()).isEqualTo(302);
      assertThat(server.received()).hasSize(1);
    }
  }

  @Test
  void aConnectionIsUsedAgainAfterSuccessAndAfterAnError() throws Exception {
    Set<Integer> clientPorts = ConcurrentHashMap.newKeySet();
    StubServer.Script everyOtherFails =
        (exchange, number) -> {
          clientPorts.add(exchange.getRemoteAddress().getPort());
          StubServer.answer(exchange, number % 2 == 0 ? 200 : 500, "{}");
        };

    try (StubServer server = StubServer.scripted(everyOtherFails);
        PooledHttpSender sender = sender(server.url())) {
      for (int i = 0; i < 20; i++) {
        sender.send(REQUEST);
      }
    }
    assertThat(clientPorts).hasSize(1);
  }

  @Test
  void noServerIsAnOutcome() throws Exception {
    try (PooledHttpSender sender = sender("http://localhost:1")) {
      Outcome outcome = sender.send(REQUEST);

      assertThat(outcome.isAnswered()).isFalse();
      assertThat(outcome.error()).contains("Connection refused");
    }
  }

  /** Only one may be open here: a connection that was not opened is none. */
  @Test
  void afterARefusedConnectTheNextIsTriedAtOnce() throws Exception {
    try (PooledHttpSender sender = sender("http://localhost:1")) {
      sender.send(REQUEST);

      assertThat(sender.send(REQUEST).error()).contains("Connection refused");
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
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        PooledHttpSender sender = sender("http://localhost:" + listener.getLocalPort() + "/a")) {
      CompletableFuture<String> received =
          CompletableFuture.supplyAsync(
              () -> serveOne(listener, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"));

      assertThat(sender.send(REQUEST)).isEqualTo(Outcome.success(200));

      assertThat(received.get(5, TimeUnit.SECONDS).split("\r\n"))
          .containsExactly(
              "POST /a/x HTTP/1.1",
              "Host: localhost:" + listener.getLocalPort(),
              "Idempotency-Key: " + runId + "-7",
              "Content-Type: application/json",
              "Content-Length: 2",
              "",
              "{}");
    }
  }

  @Test
  void aConnectionTheServerWantsClosedIsNotUsedAgain() throws Exception {
    Set<Integer> clientPorts = ConcurrentHashMap.newKeySet();
    StubServer.Script lastOne =
        (exchange, number) -> {
          clientPorts.add(exchange.getRemoteAddress().getPort());
          exchange.getResponseHeaders().add("Connection", "close");
          StubServer.answer(exchange, 200, "{}");
        };

    try (StubServer server = StubServer.scripted(lastOne);
        PooledHttpSender sender = sender(server.url())) {
      assertThat(sender.send(REQUEST).isSuccess()).isTrue();
      assertThat(sender.send(REQUEST).isSuccess()).isTrue();
    }
    assertThat(clientPorts).hasSize(2);
  }

  @Test
  void anAnswerThatEndsTooEarlyIsNone() throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        PooledHttpSender sender = sender("http://localhost:" + listener.getLocalPort())) {
      CompletableFuture<String> half =
          CompletableFuture.supplyAsync(
              () -> serveOne(listener, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}"));

      assertThat(sender.send(REQUEST).isAnswered()).isFalse();
      half.get(5, TimeUnit.SECONDS);
    }
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
            + "HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n{}";

    assertThat(answerTo(answers)).isEqualTo(Outcome.success(201));
  }

  @Test
  void whatDoesNotBeginWithAStatusLineIsNoAnswer() throws Exception {
    String answer = "hello\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";

    assertThat(answerTo(answer).isAnswered()).isFalse();
  }

  private Outcome answerTo(String answer) throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        PooledHttpSender sender = sender("http://localhost:" + listener.getLocalPort())) {
      CompletableFuture<String> served =
          CompletableFuture.supplyAsync(() -> serveOne(listener, answer));
      Outcome outcome = sender.send(REQUEST);
      served.get(5, TimeUnit.SECONDS);
      return outcome;
    }
  }

  @Test
  void aConnectionThatItsServerClosedDuringARestIsReplaced() throws Exception {
    String answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";

    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        PooledHttpSender sender = sender("http://localhost:" + listener.getLocalPort())) {
      CompletableFuture<Void> both =
          CompletableFuture.runAsync(() -> serveOne(listener, answer))
              .thenRun(() -> serveOne(listener, answer));
      assertThat(sender.send(REQUEST)).isEqualTo(Outcome.success(200));
      long rested = System.nanoTime() + ServerConnections.CHECK_AFTER.toNanoseconds();
      await().until(() -> System.nanoTime() - rested > TimeUnit.MILLISECONDS.toNanos(100));

      assertThat(sender.send(REQUEST)).isEqualTo(Outcome.success(200));
      both.get(5, TimeUnit.SECONDS);
    }
  }

  @Test
  void threadsThatSendTogetherHaveAConnectionEach() throws Exception {
    int threads = 8;
    CyclicBarrier together = new CyclicBarrier(threads);
    StubServer.Script answeringAllAtOnce =
        (exchange, number) -> {
          try {
            together.await(5, TimeUnit.SECONDS);
          } catch (Exception e) {
            throw new IOException(e);
          }
          StubServer.answer(exchange, 200, "{}");
        };
    ExecutorService workers = Executors.newFixedThreadPool(threads);

    try (StubServer server = StubServer.scripted(answeringAllAtOnce);
        PooledHttpSender sender = sender(server.url(), threads)) {
      List<Future<Outcome>> outcomes =
          workers.invokeAll(Collections.nCopies(threads, () -> sender.send(REQUEST)));
      for (Future<Outcome> outcome : outcomes) {
        assertThat(outcome.get()).isEqualTo(Outcome.success(200));
      }
    } finally {
      workers.shutdownNow();
    }
  }

  @Test
  void afterClosingNothingIsSent() throws Exception {
    try (StubServer server = StubServer.answeringOk()) {
      PooledHttpSender sender = sender(server.url());
      assertThat(sender.send(REQUEST).isSuccess()).isTrue();
      sender.close();

      assertThat(sender.send(REQUEST).isAnswered()).isFalse();
      assertThat(server.received()).hasSize(1);
    }
  }

  private PooledHttpSender sender(String url) throws BadInputException {
    return sender(url, 1);
  }

  private PooledHttpSender sender(String url, int threads) throws BadInputException {
    Duration timeout = Duration.ofSeconds(10);
    return new PooledHttpSender(URI.create(url), runId, Optional.empty(), timeout, threads);
  }

  /** Reads one small request, which comes in one piece, answers and hangs up. */
  private static String serveOne(ServerSocket listener, String answer) {
    try (Socket socket = listener.accept()) {
      byte[] request = new byte[4096];
      int length = socket.getInputStream().read(request);
      socket.getOutputStream().write(answer.getBytes(UTF_8));
      return new String(request, 0, length, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
