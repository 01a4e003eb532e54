package pipeline.consumer.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients on real sockets, some of which send half a head or read nothing. */
@Timeout(60)
class ReaderHttpTest {
  private static final long PATIENCE_MILLIS = 2_000;
  private static final int LARGE = 16 << 20;

  private final List<Socket> held = new ArrayList<>();
  private ReaderHttp http;

  @BeforeEach
  void start() throws IOException {
    http =
        new ReaderHttp(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            PATIENCE_MILLIS,
            ReaderHttpTest::handle);
  }

  private static void handle(HttpRequest request, Channel client) {
    if (request.uri().equals("/error")) {
      throw new OutOfMemoryError("on purpose");
    }
    byte[] body = new byte[request.uri().equals("/large") ? LARGE : 1];
    client
        .writeAndFlush(
            new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.OK, Unpooled.wrappedBuffer(body)))
        .addListener(ChannelFutureListener.CLOSE);
  }

  @AfterEach
  void stop() throws IOException {
    http.close();
    for (Socket socket : held) {
      socket.close();
    }
  }

  private void hold(int number, String text) throws IOException {
    for (int i = 0; i < number; i++) {
      held.add(RawRequests.send(http.port(), text));
    }
  }

  private void assertAnswersAtOnce() throws IOException {
    long begin = System.nanoTime();
    assertThat(RawRequests.answer(http.port(), RawRequests.head("GET /")))
        .startsWith("HTTP/1.1 200 ");
    // a thread that waited for a client would be held until its patience ends
    assertThat(Duration.ofNanos(System.nanoTime() - begin))
        .isLessThan(Duration.ofMillis(PATIENCE_MILLIS));
  }

  @Test
  void halfSentHeadsHoldNothingAndAreClosedInTheEnd() throws Exception {
    hold(200, "GET /health HTTP/1.1\r\nHost: local");
    assertAnswersAtOnce();
    for (Socket socket : held) {
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void moreConnectionsThanMayBeMakeRoomForANewOne() throws Exception {
    hold(1_100, "G");
    assertAnswersAtOnce();
  }

  @Test
  void answersThatNobodyReadsHoldNothingAndAreDropped() throws Exception {
    hold(8, RawRequests.head("GET /large"));
    assertAnswersAtOnce();
    // reading sooner would take the answer, so that nothing has to be dropped
    await()
        .pollDelay(Duration.ofMillis(2 * PATIENCE_MILLIS))
        .atMost(Duration.ofSeconds(20))
        .until(() -> isCutShort(held.get(0)));
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
  @ValueSource(strings = {"noise", "GET /", "GET / HTTP/1.1 x", "GET / FTP/1.1"})
  void whatIsNoRequestIsClosed(String line) throws Exception {
    assertThat(RawRequests.answer(http.port(), line + "\r\n\r\n")).isEmpty();
  }

  @Test
  void aHeadThatIsTooLongIsClosed() throws Exception {
    hold(1, "GET / HTTP/1.1\r\nX: " + "x".repeat(8_200));
    assertThat(isCutShort(held.get(0))).isTrue();
  }

  @Test
  void anErrorWhileAnsweringCostsOneConnection() throws Exception {
    for (int i = 0; i < 8; i++) {
      assertThat(RawRequests.answer(http.port(), RawRequests.head("GET /error"))).isEmpty();
    }
    assertAnswersAtOnce();
  }
}
