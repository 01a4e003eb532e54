package pipeline.client.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.ModalCloseable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.client.workload.LineReader;
import pipeline.wire.identity.RunId;

/**
 * An attempt sends what it should, takes each kind of answer for what it is, and ends even if its
 * server does not end the exchange.
 */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PooledHttpSenderTest {
  private static final Request REQUEST = Request.post(7, "/x", "{}".getBytes(UTF_8));
  private static final RunId RUN = RunId.random(new SecureRandom());
  private static final String SUCCESS = "Content-Length: 13\r\n\r\n{\"message\":1}";
  private static final Duration SHORT = Duration.ofMillis(200);
  private static final String TIMED_OUT = "SocketTimeoutException: Read timed out";

  private final CountDownLatch arrived = new CountDownLatch(1);
  private final CountDownLatch testOver = new CountDownLatch(1);

  @Test
  void headAndBodyAreExactlyThese() throws Exception {
    try (RawServer server = new RawServer("HTTP/1.1 200 OK\r\n" + SUCCESS);
        PooledHttpSender sender = to(server.url() + "/a")) {
      assertThat(sender.send(REQUEST)).isEqualTo(Outcome.success(200));

      assertThat(server.requests().get(0).split("\r\n"))
          .containsExactly(
              "POST /a/x HTTP/1.1",
              "Host: " + server.url().substring("http://".length()),
              "Idempotency-Key: " + RUN + "-7",
              "Content-Type: application/json",
              "Content-Length: 2",
              "",
              "{}");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          503 Busy       | Retry-After: 3                 | 'broker\n away'       | HTTP 503 broker away
          400 Bad        | X: y                           | no \u001b[2J\u0007.exe    | HTTP 400 no ?[2J?.exe
          301 Moved      | Location: https://other/x      | nginx                 | HTTP 301 to https://other/x
          200 OK         | Content-Type: text/html        | <title>Log in</title> | HTTP 200, but not the answer of our server: text/html <title>Log in</title>
          200 OK         | Content-Type: application/json | {"ok":true}           | HTTP 200, but not the answer of our server: application/json {"ok":true}
          200 OK         | Content-Type: application/json | {"lines":1}           | HTTP 200, but not the answer of our server: application/json {"lines":1}
          200 OK         | Content-Type: application/json | [1]                   | HTTP 200, but not the answer of our server: application/json [1]
          202 Accepted   | Content-Type: application/json | {"message":1}         | HTTP 202, but not the answer of our server: application/json {"message":1}
          203 From there | Content-Type: application/json | {"message":1}         | HTTP 203, but not the answer of our server: application/json {"message":1}
          200 OK         | X: y                           | ''                    | HTTP 200, but not the answer of our server: nothing
          204 No Content | X: y                           | ''                    | HTTP 204, but not the answer of our server: nothing
          """)
  void whatIsNotOurServersAnswerIsAFailureThatSaysWhatCame(
      String status, String header, String body, String error) throws Exception {
    String length = status.startsWith("204") ? "" : "\r\nContent-Length: " + body.length();
    String answer = "HTTP/1.1 %s\r\n%s%s\r\n\r\n%s".formatted(status, header, length, body);
    int number = Integer.parseInt(status.substring(0, 3));
    Duration wait = Duration.ofSeconds(header.equals("Retry-After: 3") ? 3 : 0);

    assertThat(answerTo(answer)).isEqualTo(Outcome.refused(number, error, wait));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        RawServer.RESET,
        "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}",
        "hello\r\nHTTP/1.1 200 OK\r\n" + SUCCESS
      })
  void whatEndsTooEarlyOrDoesNotBeginWithAStatusLineIsNoAnswer(String answer) throws Exception {
    assertThat(answerTo(answer).isAnswered()).isFalse();
  }

  @Test
  void anEndlessAnswerIsCutOff() throws Exception {
    String chunk = "10000\r\n" + "x".repeat(0x10000) + "\r\n";
    String endless = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + RawServer.DRIPS;

    try (RawServer server = new RawServer(endless + chunk);
        PooledHttpSender sender = to(server.url())) {
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
        "3 | 200 | {\"lines\":3,\"words\":3} | true",
        "3 | 201 | {\"lines\":3} | true",
        "3 | 200 | {\"lines\":2} | false",
        "3 | 200 | {\"message\":1} | false",
        "0 | 200 | {\"seasons\":[]} | true",
        "0 | 200 | <html> | false",
        "0 | 200 | [] | false"
      })
  void manyLinesSucceedWithTheNumberOfAllOfThemAndAReadWithAnyObject(
      int lines, int status, String answer, boolean success) {
    Request request =
        lines == 0
            ? Request.get(0, "/x", Request.Success.OURS_OR_NOTHING)
            : Request.post(7, lines, "/x", "text/plain", "a\nb\nc\n".getBytes(UTF_8));
    assertThat(request.isAnsweredBy(status, answer.getBytes(UTF_8))).isEqualTo(success);
  }

  private static Outcome answerTo(String answer) throws Exception {
    try (RawServer server = new RawServer(answer);
        PooledHttpSender sender = to(server.url())) {
      Outcome outcome = sender.send(REQUEST);
      assertThat(server.requests()).hasSize(1);
      return outcome;
    }
  }

  @ParameterizedTest
  @CsvSource({"keep-alive,1", "close,4"})
  void aConnectionIsUsedAgainAfterSuccessAndErrorUnlessTheServerWantsItClosed(
      String wanted, int connections) throws Exception {
    Set<Integer> clientPorts = ConcurrentHashMap.newKeySet();
    StubServer.Script noting =
        (exchange, number) -> {
          clientPorts.add(exchange.getRemoteAddress().getPort());
          exchange.getResponseHeaders().add("Connection", wanted);
          StubServer.answer(exchange, number % 2 == 0 ? 200 : 500);
        };
    try (StubServer server = StubServer.scripted(noting);
        PooledHttpSender sender = to(server.url())) {
      for (int i = 0; i < 4; i++) {
        assertThat(sender.send(REQUEST).isAnswered()).isTrue();
      }
    }
    assertThat(clientPorts).hasSize(connections);
  }

  /**
   * The limit here is one connection: an attempt that failed to open one must not count against it.
   */
  @Test
  void afterARefusedConnectTheNextIsTriedAtOnce() throws Exception {
    try (PooledHttpSender sender = to("http://localhost:1")) {
      assertThat(sender.send(REQUEST).isAnswered()).isFalse();
      assertThat(sender.send(REQUEST).error()).contains("Connection refused");
    }
  }

  @Test
  void aConnectionThatItsServerClosedDuringARestIsReplaced() throws Exception {
    String answer = "HTTP/1.1 200 OK\r\n" + SUCCESS;

    try (RawServer server = new RawServer(answer, answer);
        PooledHttpSender sender = to(server.url())) {
      assertThat(sender.send(REQUEST)).isEqualTo(Outcome.success(200));
      long rested = System.nanoTime() + ServerConnections.CHECK_AFTER.toNanoseconds();
      await().until(() -> server.hungUp() == 1);
      await().until(() -> System.nanoTime() - rested > TimeUnit.MILLISECONDS.toNanos(100));

      assertThat(sender.send(REQUEST)).isEqualTo(Outcome.success(200));
      assertThat(server.requests()).hasSize(2);
    }
  }

  @Test
  void anAnswerAfterTheTimeoutIsNotTakenForTheNext() throws Exception {
    StubServer.Script silentAtFirst =
        (exchange, number) -> {
          boolean silent = testOver.getCount() > 0;
          if (silent) {
            keepWaiting(exchange, number);
          }
          StubServer.answer(exchange, silent ? 500 : 200);
        };

    try (StubServer server = StubServer.scripted(silentAtFirst);
        PooledHttpSender sender = to(server.url(), SHORT)) {
      // on a busy machine the time-out can be over before the request has come
      Outcome outcome = await().until(() -> sender.send(REQUEST), sent -> arrived.getCount() == 0);
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
    try (RawServer server = new RawServer(begin + RawServer.DRIPS + drop);
        PooledHttpSender sender = to(server.url(), SHORT)) {
      assertThat(sender.send(REQUEST).error()).isEqualTo(TIMED_OUT);
      assertThatThrownBy(server::requests).as("hung up").hasRootCauseInstanceOf(IOException.class);
    }
  }

  @Test
  void aServerThatDoesNotReadIsGivenUp() throws Exception {
    Request large = Request.post(8, "/x", new byte[LineReader.MAX_LINE_BYTES]);
    try (RawServer server = new RawServer();
        PooledHttpSender sender = to(server.url(), SHORT)) {
      assertThat(sender.send(large).error()).isEqualTo(TIMED_OUT);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anInterruptOrClosingEndsAnExchangeInFlight(boolean interrupt) throws Exception {
    try (StubServer server = StubServer.scripted(this::keepWaiting);
        PooledHttpSender sender = to(server.url())) {
      CompletableFuture<Outcome> outcome = new CompletableFuture<>();
      Thread worker = new Thread(() -> outcome.complete(sender.send(REQUEST)));
      worker.start();
      arrived.await();
      Runnable end = interrupt ? worker::interrupt : sender::close;
      end.run();

      assertThat(outcome.get().isAnswered()).isFalse();
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

  /** A sender of one thread that waits longer than any test. */
  static PooledHttpSender to(String url) {
    return to(url, Duration.ofSeconds(30));
  }

  static PooledHttpSender to(String url, Duration timeout) {
    ServerUrl server = ServerUrl.parse("--url", url);
    return new PooledHttpSender(
        server, date -> {}, seq -> RUN + "-" + seq, Optional.empty(), timeout, 1);
  }

  /** Answers the one request of each connection with bytes as they are, and hangs up. */
  private static final class RawServer implements AutoCloseable {
    /** The answer that is none: the connection is reset. */
    static final String RESET = "";

    /** Stands before the end of an answer that is sent over and over until the client hangs up. */
    static final String DRIPS = "\0";

    private final ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final AtomicInteger hungUp = new AtomicInteger();
    private final CompletableFuture<List<String>> served;

    /**
     * Starts the server.
     *
     * @param answers one for each connection, in order
     */
    RawServer(String... answers) throws IOException {
      served = CompletableFuture.supplyAsync(() -> Stream.of(answers).map(this::serveOne).toList());
    }

    /** Reads one small request, which comes in one piece, answers and hangs up. */
    private String serveOne(String answer) {
      try (Socket socket = listener.accept()) {
        byte[] request = new byte[4096];
        int length = socket.getInputStream().read(request);
        socket.setSoLinger(answer.equals(RESET), 0); // without a wait closing sends RST, not FIN
        String[] parts = answer.split(DRIPS, -1);
        socket.getOutputStream().write(parts[0].getBytes(UTF_8));
        while (parts.length > 1) {
          TimeUnit.MILLISECONDS.sleep(10);
          socket.getOutputStream().write(parts[1].getBytes(UTF_8));
        }
        return new String(request, 0, length, UTF_8);
      } catch (IOException | InterruptedException e) {
        throw new IllegalStateException(e);
      } finally {
        hungUp.incrementAndGet();
      }
    }

    String url() {
      return "http://localhost:" + listener.getLocalPort();
    }

    /** How many connections have been closed. */
    int hungUp() {
      return hungUp.get();
    }

    /** The requests, when all have been answered. */
    List<String> requests() throws Exception {
      return served.get();
    }

    @Override
    public void close() throws IOException {
      listener.close();
    }
  }
}
