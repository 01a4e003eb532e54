package pipeline.consumer.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.consumer.store.CountedStore;
import pipeline.consumer.store.StoreReader;
import pipeline.consumer.workload.WordCountHandler;

/** Clients on real sockets, some of which send half a head or read nothing. */
@Timeout(60)
class ReaderHttpTest {
  private static final long PATIENCE_MILLIS = 2_000;
  private static final int LARGE = 16 << 20;

  private final List<Socket> held = new ArrayList<>();
  private CountsServer server;

  @BeforeEach
  void start() throws IOException {
    server = on(InetAddress.getLoopbackAddress());
  }

  private static CountsServer on(InetAddress address) throws IOException {
    WordCountHandler handler = new WordCountHandler();
    StoreReader counts = CountedStore.words();
    return new CountsServer(
        new InetSocketAddress(address, 0),
        handler,
        counts,
        new LiveFigures(handler, counts, System::nanoTime),
        () -> 0,
        Optional::empty,
        () -> "",
        new LiveEvents(isWhole -> "{}", 20));
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
    for (Socket socket : held) {
      socket.close();
    }
  }

  private static Socket send(int port, String text) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(20_000);
    socket.getOutputStream().write(text.getBytes(ISO_8859_1));
    return socket;
  }

  private String answer(String text) throws IOException {
    try (Socket socket = send(server.port(), text)) {
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    }
  }

  private static String get(String path, String host) {
    return "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n";
  }

  private void assertHealthAnswersAtOnce() throws IOException {
    long begin = System.nanoTime();
    assertThat(answer(get("/health", "localhost"))).startsWith("HTTP/1.1 200 ");
    // a thread that waited for a client would be held for 5 s
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(4));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a:b", "a:", "mailto:x@y", "/%", "["})
  void aTargetWithoutAPathIsMalformed(String target) throws Exception {
    assertThat(answer(get(target, "localhost"))).startsWith("HTTP/1.1 400 ");
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, 200",
    "127.0.0.1:80, 200",
    "localhost:65535, 200",
    "LocalHost, 200",
    "[::1]:8080, 200",
    "'', 421",
    "evil.example, 421",
    "localhost.evil.example, 421",
    "127.0.0.1.evil.example:80, 421",
    "127.0.0.2, 421",
    "x@localhost, 421",
    "'localhost\r\nHost: localhost', 421",
  })
  void onlyTheLoopbacksOwnNamesAreServed(String host, int status) throws Exception {
    for (String path : List.of("/health", "/", "/counts", "/metrics", "/nothing")) {
      int expected = status == 200 && path.equals("/nothing") ? 404 : status;
      assertThat(answer(get(path, host.replace("\\r\\n", "\r\n"))))
          .startsWith("HTTP/1.1 " + expected + " ");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "consumer:8081, 200",
    "10.0.0.3:8081, 200",
    "[fd00::3], 200",
    "localhost, 200",
    "evil.example, 421",
    "10.0.0.3.evil.example, 421",
    "'', 421",
  })
  void beyondTheLoopbackNoNameOfAnotherSiteIsServed(String host, int status) throws Exception {
    server.close();
    server = on(new InetSocketAddress("0.0.0.0", 0).getAddress());
    assertThat(answer(get("/health", host))).startsWith("HTTP/1.1 " + status + " ");
  }

  @Test
  void halfSentHeadsHoldNothingAndAreClosedInTheEnd() throws Exception {
    for (int i = 0; i < 200; i++) {
      held.add(send(server.port(), "GET /health HTTP/1.1\r\nHost: local"));
    }
    assertHealthAnswersAtOnce();
    for (Socket socket : held) {
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void moreConnectionsThanMayBeMakeRoomForANewOne() throws Exception {
    for (int i = 0; i < 1_100; i++) {
      held.add(send(server.port(), "G"));
    }
    assertHealthAnswersAtOnce();
  }

  @Test
  void answersThatNobodyReadsHoldNothingAndAreDropped() throws Exception {
    try (ReaderHttp large =
        new ReaderHttp(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            1,
            PATIENCE_MILLIS,
            (request, connection) ->
                connection.send(
                    200, Map.of(), new byte[request.target().equals("/") ? LARGE : 1]))) {
      for (int i = 0; i < 8; i++) {
        held.add(send(large.port(), get("/", "localhost")));
      }
      try (Socket small = send(large.port(), get("/small", "localhost"))) {
        assertThat(small.getInputStream().readAllBytes()).isNotEmpty();
      }
      // reading sooner would take the answer, so that nothing has to be dropped
      await()
          .pollDelay(Duration.ofMillis(2 * PATIENCE_MILLIS))
          .atMost(Duration.ofSeconds(20))
          .until(() -> isCutShort(held.get(0)));
    }
  }

  /**
   * Whether the server has closed the connection before the whole answer; the bytes sent before can
   * still be read.
   */
  private static boolean isCutShort(Socket socket) {
    try {
      return socket.getInputStream().readAllBytes().length < LARGE;
    } catch (IOException e) {
      return true;
    }
  }

  @ParameterizedTest
  @CsvSource({"noise", "GET /", "GET / HTTP/1.1 x", "GET / FTP/1.1"})
  void whatIsNoRequestIsClosed(String line) throws Exception {
    assertThat(answer(line + "\r\n\r\n")).isEmpty();
  }

  @Test
  void aHeadThatIsTooLongIsClosed() throws Exception {
    try (Socket socket = send(server.port(), "GET / HTTP/1.1\r\nX: " + "x".repeat(8_200))) {
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("reset");
    }
  }

  @Test
  void anErrorWhileAnsweringCostsOneConnection() throws Exception {
    CountDownLatch failed = new CountDownLatch(2);
    try (ReaderHttp one =
        new ReaderHttp(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            1,
            PATIENCE_MILLIS,
            (request, connection) -> {
              if (request.target().equals("/")) {
                failed.countDown();
                throw new OutOfMemoryError("on purpose");
              }
              connection.send(200, Map.of(), new byte[1]);
            })) {
      for (int i = 0; i < 2; i++) {
        try (Socket socket = send(one.port(), get("/", "localhost"))) {
          assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
      }
      assertThat(failed.getCount()).isZero();
      try (Socket socket = send(one.port(), get("/good", "localhost"))) {
        assertThat(socket.getInputStream().readAllBytes()).isNotEmpty();
      }
    }
  }
}
