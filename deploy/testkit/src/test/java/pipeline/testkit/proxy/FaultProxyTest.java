package pipeline.testkit.proxy;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The proxy does to a connection what its flows say, and changes no byte that it passes on. */
@Timeout(120)
class FaultProxyTest {
  private static final int READ_MILLIS = 30_000;
  private static final int SILENCE_MILLIS = 200;

  /** The most bytes that a piece has, so that what is sent at once is many pieces. */
  private static final int PIECE_BYTES = 16 << 10;

  private static final int PIECES = 120;

  /** More than the proxy holds with the largest buffers of the kernel on both sides, 88 MiB. */
  private static final long TOO_MANY_BYTES = 160L << 20;

  private ServerSocket target;
  private FaultProxy proxy;
  private Socket caller;
  private Socket called;

  @BeforeEach
  void connect() throws IOException {
    target = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    proxy = new FaultProxy("test-proxy", target.getLocalPort());
    pair();
  }

  private void pair() throws IOException {
    caller = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
    called = target.accept();
    caller.setSoTimeout(READ_MILLIS);
    called.setSoTimeout(READ_MILLIS);
  }

  @AfterEach
  void close() throws IOException {
    proxy.close();
    target.close();
    caller.close();
    called.close();
  }

  @Test
  void passesBytesAndEndsBothWays() throws IOException {
    send(caller, "question");
    assertThat(receive(called, 8)).isEqualTo("question");
    send(called, "answer");
    called.shutdownOutput();
    assertThat(new String(caller.getInputStream().readAllBytes(), US_ASCII)).isEqualTo("answer");
    assertThat(proxy.bytes(Direction.THERE)).isEqualTo(8);
    assertThat(proxy.bytes(Direction.BACK)).isEqualTo(6);
  }

  @Test
  void delayHoldsEachPieceBackAndTakesNoThroughput() throws IOException {
    proxy.set(Direction.THERE, Flow.delayed(Duration.ofMillis(500), Duration.ofMillis(20)));
    long start = System.nanoTime();
    String sent = "0123456789abcdef".repeat(PIECES * PIECE_BYTES / 16);
    send(caller, sent);
    assertThat(receive(called, sent.length())).isEqualTo(sent);
    // pieces that were held back one after the other would take as many times as long as one
    Duration taken = Duration.ofNanos(System.nanoTime() - start);
    assertThat(taken).isBetween(Duration.ofMillis(500), Duration.ofMillis(PIECES * 500));
  }

  @Test
  void aSenderThatIsTooFastWaitsWhileAllRoomIsUsed() throws Exception {
    proxy.set(Direction.THERE, Flow.delayed(Duration.ofSeconds(1), Duration.ZERO));
    AtomicLong written = new AtomicLong();
    byte[] mebibyte = new byte[1 << 20];
    Thread sender =
        new Thread(
            () -> {
              try {
                while (written.get() < TOO_MANY_BYTES) {
                  caller.getOutputStream().write(mebibyte);
                  written.addAndGet(mebibyte.length);
                }
              } catch (IOException e) {
                // the reader misses what was not sent
              }
            });
    sender.start();
    InputStream in = called.getInputStream();
    in.readNBytes(1);
    assertThat(written).hasValueLessThan(TOO_MANY_BYTES);
    proxy.set(Direction.THERE, Flow.PASS);
    in.skipNBytes(TOO_MANY_BYTES - 1);
    sender.join();
  }

  @Test
  void sliceChangesNoByte() throws IOException {
    proxy.set(Direction.THERE, Flow.SLICE);
    send(caller, "every byte on its own");
    assertThat(receive(called, 21)).isEqualTo("every byte on its own");
  }

  @Test
  void swallowsOneDirectionAndResetsTheConnectionWhenHealed() throws IOException {
    proxy.set(Direction.BACK, Flow.SWALLOW);
    send(called, "lost");
    await().until(proxy::hasLostBytes);
    caller.setSoTimeout(SILENCE_MILLIS);
    assertThatThrownBy(() -> caller.getInputStream().read())
        .isInstanceOf(SocketTimeoutException.class);
    send(caller, "still here");
    assertThat(receive(called, 10)).isEqualTo("still here");
    caller.setSoTimeout(READ_MILLIS);
    proxy.set(Direction.BACK, Flow.PASS);
    assertThatThrownBy(() -> caller.getInputStream().read()).isInstanceOf(SocketException.class);
  }

  @Test
  void cutsEachConnectionInTheMiddleAndEndsInOrder() throws IOException {
    proxy.set(Direction.THERE, Flow.cut(5, Flow.Ending.CLOSE));
    for (int i = 0; i < 2; i++) {
      send(caller, "0123456789");
      assertThat(new String(called.getInputStream().readAllBytes(), US_ASCII)).isEqualTo("01234");
      pair();
    }
  }

  @Test
  void resetsConnectionsAndTakesNewOnes() throws IOException {
    send(caller, "x");
    assertThat(receive(called, 1)).isEqualTo("x");
    proxy.closeConnections(Flow.Ending.RESET);
    assertThatThrownBy(() -> caller.getInputStream().read()).isInstanceOf(SocketException.class);
    pair();
    send(caller, "again");
    assertThat(receive(called, 5)).isEqualTo("again");
  }

  @Test
  void refusesWhenTheTargetDoes() throws IOException {
    target.close();
    // the reset may come before the connect has returned, which then fails in the same way
    assertThatThrownBy(this::readOnNewConnection).isExactlyInstanceOf(SocketException.class);
  }

  private void readOnNewConnection() throws IOException {
    try (Socket refused = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
      refused.setSoTimeout(READ_MILLIS);
      refused.getInputStream().read();
    }
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(US_ASCII));
  }

  private static String receive(Socket socket, int length) throws IOException {
    InputStream in = socket.getInputStream();
    return new String(in.readNBytes(length), US_ASCII);
  }
}
