package pipeline.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class IdleConnectionsTest {
  private final AtomicLong clock = new AtomicLong();
  private ServerSocket server;
  private IdleConnections connections;

  @BeforeEach
  void listen() throws Exception {
    server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    ServerUrl url = ServerUrl.parse("--url", "http://localhost:" + server.getLocalPort());
    connections = new IdleConnections(new ServerConnector(url, Duration.ofSeconds(10)), clock::get);
  }

  @AfterEach
  void stop() throws IOException {
    connections.close();
    server.close();
  }

  @Test
  void theOneGivenBackLastIsTakenFirst() throws IOException {
    ServerConnection first = connections.take();
    ServerConnection second = connections.take();
    assertThat(second).isNotSameAs(first);

    connections.giveBack(first);
    connections.giveBack(second);

    assertThat(connections.take()).isSameAs(second);
    assertThat(connections.take()).isSameAs(first);
  }

  @Test
  void oneThatItsServerHasClosedMeanwhileIsReplaced() throws IOException {
    ServerConnection closed = connections.take();
    server.accept().close();
    connections.giveBack(closed);
    clock.addAndGet(TimeUnit.SECONDS.toNanos(3));

    ServerConnection taken = connections.take();

    assertThat(taken).isNotSameAs(closed);
    assertThat(taken.isOpen()).isTrue();
    assertThat(closed.isOpen()).isFalse();
  }

  @Test
  void oneThatIsStillOpenIsKeptAfterARest() throws IOException {
    ServerConnection rested = connections.take();
    try (Socket serverSide = server.accept()) {
      connections.giveBack(rested);
      clock.addAndGet(TimeUnit.SECONDS.toNanos(3));

      assertThat(serverSide.isConnected()).isTrue();
      assertThat(connections.take()).isSameAs(rested);
    }
  }

  @Test
  void closingClosesThoseInUseAndOpensNoMore() throws IOException {
    ServerConnection inUse = connections.take();
    ServerConnection idle = connections.take();
    connections.giveBack(idle);

    connections.close();

    assertThat(inUse.isOpen()).isFalse();
    assertThat(idle.isOpen()).isFalse();
    assertThatThrownBy(connections::take).hasMessage("closed");
  }
}
