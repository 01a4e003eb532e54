package pipeline.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class IdleConnectionsTest {
  private static final long LIMIT = TimeUnit.SECONDS.toNanos(1);

  private final AtomicLong clock = new AtomicLong();
  private ServerSocket server;
  private IdleConnections connections;

  @BeforeEach
  void listen() throws Exception {
    server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    ServerUrl url = ServerUrl.parse("--url", "http://localhost:" + server.getLocalPort());
    connections = new IdleConnections(new ServerConnector(url), clock::get);
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

  @Test
  void anExchangeIsCutOffWhenItsTimeIsOverAndNotBefore() throws IOException {
    ServerConnection connection = connections.take();
    try (Socket serverSide = server.accept()) {
      clock.addAndGet(LIMIT);
      connections.cutOffOverdue(LIMIT);
      assertThat(isCutOff(serverSide)).isFalse();

      clock.incrementAndGet();
      connections.cutOffOverdue(LIMIT);
      assertThat(isCutOff(serverSide)).isTrue();
      assertThat(connection.reasonOf(new IOException("closed")))
          .isInstanceOf(SocketTimeoutException.class)
          .hasMessage("Read timed out");
    }
  }

  @Test
  void aConnectionThatRestsIsNotCutOff() throws IOException {
    connections.giveBack(connections.take());
    try (Socket serverSide = server.accept()) {
      clock.addAndGet(2 * LIMIT);
      connections.cutOffOverdue(LIMIT);

      assertThat(isCutOff(serverSide)).isFalse();
    }
  }

  @Test
  void theTimeBeginsAnewWithEachExchange() throws IOException {
    ServerConnection connection = connections.take();
    try (Socket serverSide = server.accept()) {
      clock.addAndGet(LIMIT);
      connections.giveBack(connection);
      assertThat(connections.take()).isSameAs(connection);
      clock.addAndGet(LIMIT);
      connections.cutOffOverdue(LIMIT);

      assertThat(isCutOff(serverSide)).isFalse();
    }
  }

  @Test
  void oneCutOffJustAfterItsAnswerIsNotUsedAgain() throws IOException {
    ServerConnection late = connections.take();
    clock.addAndGet(2 * LIMIT);
    connections.cutOffOverdue(LIMIT);
    connections.giveBack(late);

    assertThat(connections.take()).isNotSameAs(late);
  }

  /** Seen from the server, which is sent nothing in these tests. */
  private static boolean isCutOff(Socket serverSide) throws IOException {
    serverSide.setSoTimeout(100);
    try {
      return serverSide.getInputStream().read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    }
  }
}
