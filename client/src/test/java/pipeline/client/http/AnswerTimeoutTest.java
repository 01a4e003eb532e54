package pipeline.client.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.ModalCloseable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.client.workload.LineReader;

/** Exchanges that their server does not end: by time-out, by interrupt, by closing. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AnswerTimeoutTest {
  private static final Request REQUEST = Request.post(7, "/x", "{}".getBytes(UTF_8));
  private static final Duration SHORT = Duration.ofMillis(200);
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
        PooledHttpSender sender = PooledHttpSenderTest.to(server.url(), SHORT)) {
      Outcome outcome = sender.send(REQUEST);
      testOver.countDown();

      assertThat(outcome.isAnswered()).isFalse();
      assertThat(outcome.error()).isEqualTo(TIMED_OUT);
      // on a busy machine the next answer can take longer than the time-out too
      Outcome next = await().until(() -> sender.send(REQUEST), Outcome::isAnswered);
      assertThat(next).isEqualTo(Outcome.success(200));
    }
  }

  /** Each read gets its bytes in time; only the whole answer comes too late. */
  @ParameterizedTest
  @CsvSource({
    "'HTTP/1.1 200 OK\r\n', 'X: y\r\n'",
    "'HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n', x"
  })
  void anAnswerWhoseHeadOrBodyDripsIsGivenUp(String begin, String drop) throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        PooledHttpSender sender =
            PooledHttpSenderTest.to("http://localhost:" + listener.getLocalPort(), SHORT)) {
      CompletableFuture<Void> hungUp =
          CompletableFuture.runAsync(() -> drip(listener, begin, drop));

      assertThat(sender.send(REQUEST).error()).isEqualTo(TIMED_OUT);
      hungUp.get(5, TimeUnit.SECONDS);
    }
  }

  /** Sends one drop after the other until the client hangs up. */
  private void drip(ServerSocket listener, String begin, String drop) {
    try (Socket socket = listener.accept()) {
      OutputStream out = socket.getOutputStream();
      out.write(begin.getBytes(UTF_8));
      while (!testOver.await(10, TimeUnit.MILLISECONDS)) {
        out.write(drop.getBytes(UTF_8));
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
        PooledHttpSender sender =
            PooledHttpSenderTest.to("http://localhost:" + listener.getLocalPort(), SHORT)) {
      assertThat(sender.send(large).error()).isEqualTo(TIMED_OUT);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anInterruptOrClosingEndsAnExchangeInFlight(boolean interrupt) throws Exception {
    try (StubServer server = StubServer.scripted(this::keepWaiting);
        PooledHttpSender sender = PooledHttpSenderTest.to(server.url())) {
      CompletableFuture<Outcome> outcome = new CompletableFuture<>();
      Thread worker = new Thread(() -> outcome.complete(sender.send(REQUEST)));
      worker.start();
      assertThat(arrived.await(5, TimeUnit.SECONDS)).isTrue();
      Runnable end = interrupt ? worker::interrupt : sender::close;
      end.run();

      assertThat(outcome.get(5, TimeUnit.SECONDS).isAnswered()).isFalse();
      testOver.countDown();
    }
  }

  /** A server that is silent for as long as the test. */
  private void keepWaiting(HttpExchange exchange, int number) {
    arrived.countDown();
    StubServer.await(testOver);
  }

  @Test
  void aConnectionThatCannotBeClosedEndsNoOtherTimeOut() throws Exception {
    try (ExchangeDeadlines deadlines = new ExchangeDeadlines(Duration.ofMillis(20))) {
      for (boolean fails : new boolean[] {true, false}) {
        CountDownLatch closed = new CountDownLatch(1);
        deadlines.begin(new Connection(closed, fails));
        assertThat(closed.await(30, TimeUnit.SECONDS)).isTrue();
      }
    }
  }

  private record Connection(CountDownLatch closed, boolean fails) implements ModalCloseable {
    @Override
    public void close(CloseMode mode) {
      closed.countDown();
      if (fails) {
        throw new IllegalStateException("a test's");
      }
    }

    @Override
    public void close() {}
  }
}
