package pipeline.client.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import pipeline.client.input.BadInputException;
import pipeline.client.workload.LineReader;
import pipeline.wire.identity.RunId;

/** Exchanges that their server does not end: by time-out, by interrupt, by closing. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AnswerTimeoutTest {
  private static final Request REQUEST = Request.post(7, "/x", "{}".getBytes(UTF_8));
  private static final Duration SHORT = Duration.ofMillis(200);
  private static final Duration LONG = Duration.ofSeconds(10);
  private static final String TIMED_OUT = "SocketTimeoutException: Read timed out";

  private final CountDownLatch arrived = new CountDownLatch(1);
  private final CountDownLatch testOver = new CountDownLatch(1);

  @Test
  void anAnswerAfterTheTimeoutIsNotTakenForTheNext() throws Exception {
    StubServer.Script firstIsSilent =
        (exchange, number) -> {
          if (number == 0) {
            keepWaiting(exchange, number);
          }
          StubServer.answer(exchange, number == 0 ? 500 : 200);
        };

    try (StubServer server = StubServer.scripted(firstIsSilent);
        PooledHttpSender sender = sender(server.url(), SHORT)) {
      Outcome outcome = sender.send(REQUEST);
      testOver.countDown();

      assertThat(outcome.isAnswered()).isFalse();
      assertThat(outcome.error()).isEqualTo(TIMED_OUT);
      assertThat(sender.send(REQUEST)).isEqualTo(Outcome.success(200));
    }
  }

  /** Each read gets its bytes in time; only the whole answer comes too late. */
  @Test
  void anAnswerThatDripsIsGivenUp() throws Exception {
    CountDownLatch hungUp = new CountDownLatch(1);
    StubServer.Script dripping =
        (exchange, number) -> {
          exchange.sendResponseHeaders(200, 0);
          try {
            while (!hungUp.await(10, TimeUnit.MILLISECONDS)) {
              exchange.getResponseBody().write('x');
              exchange.getResponseBody().flush();
            }
          } catch (IOException e) {
            hungUp.countDown();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        };

    try (StubServer server = StubServer.scripted(dripping);
        PooledHttpSender sender = sender(server.url(), SHORT)) {
      assertThat(sender.send(REQUEST).error()).isEqualTo(TIMED_OUT);
      assertThat(hungUp.await(5, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void aHeadThatDripsIsGivenUp() throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        PooledHttpSender sender = sender("http://localhost:" + listener.getLocalPort(), SHORT)) {
      CompletableFuture<Void> hungUp = CompletableFuture.runAsync(() -> dripHead(listener));

      assertThat(sender.send(REQUEST).error()).isEqualTo(TIMED_OUT);
      hungUp.get(5, TimeUnit.SECONDS);
    }
  }

  /** Sends one header after the other until the client hangs up. */
  private void dripHead(ServerSocket listener) {
    try (Socket socket = listener.accept()) {
      OutputStream out = socket.getOutputStream();
      out.write("HTTP/1.1 200 OK\r\n".getBytes(UTF_8));
      while (!testOver.await(10, TimeUnit.MILLISECONDS)) {
        out.write("X: y\r\n".getBytes(UTF_8));
      }
    } catch (IOException e) {
      testOver.countDown();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aServerThatDoesNotReadIsGivenUp() throws Exception {
    Request large = Request.post(8, "/x", new byte[LineReader.MAX_LINE_BYTES]);

    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        PooledHttpSender sender = sender("http://localhost:" + listener.getLocalPort(), SHORT)) {
      assertThat(sender.send(large).error()).isEqualTo(TIMED_OUT);
    }
  }

  @Test
  void anInterruptEndsAnExchangeInFlight() throws Exception {
    try (StubServer server = StubServer.scripted(this::keepWaiting);
        PooledHttpSender sender = sender(server.url(), LONG)) {
      CompletableFuture<Outcome> outcome = new CompletableFuture<>();
      Thread worker = new Thread(() -> outcome.complete(sender.send(REQUEST)));
      worker.start();
      assertThat(arrived.await(5, TimeUnit.SECONDS)).isTrue();
      worker.interrupt();

      assertThat(outcome.get(5, TimeUnit.SECONDS).isAnswered()).isFalse();
      testOver.countDown();
    }
  }

  @Test
  void closingEndsAnExchangeInFlight() throws Exception {
    try (StubServer server = StubServer.scripted(this::keepWaiting)) {
      PooledHttpSender sender = sender(server.url(), LONG);
      CompletableFuture<Outcome> outcome =
          CompletableFuture.supplyAsync(() -> sender.send(REQUEST));
      assertThat(arrived.await(5, TimeUnit.SECONDS)).isTrue();
      sender.close();

      assertThat(outcome.get(5, TimeUnit.SECONDS).isAnswered()).isFalse();
      testOver.countDown();
    }
  }

  @Test
  void closingEndsTheThreadThatKeepsTheTimeouts() throws Exception {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    PooledHttpSender sender = sender("http://localhost:1", LONG);
    List<Thread> watches =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> !before.contains(thread))
            .filter(thread -> thread.getName().equals("client-timeouts"))
            .toList();
    assertThat(watches).hasSize(1);

    sender.close();

    watches.get(0).join(5_000);
    assertThat(watches.get(0).isAlive()).isFalse();
  }

  private static PooledHttpSender sender(String url, Duration timeout) throws BadInputException {
    return new PooledHttpSender(
        ServerUrl.parse("--url", url),
        new CurrentRun(RunId.random(new SecureRandom())),
        Optional.empty(),
        timeout,
        1);
  }

  /** A server that is silent for as long as the test. */
  private void keepWaiting(HttpExchange exchange, int number) {
    arrived.countDown();
    try {
      testOver.await(20, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
