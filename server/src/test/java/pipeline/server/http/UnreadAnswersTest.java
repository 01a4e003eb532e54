package pipeline.server.http;

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
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import pipeline.server.workload.WorkloadFixture;

/**
 * Clients that send on and read no answer, until nothing more goes through their connections, and
 * clients that have gone when their answer is sent.
 */
class UnreadAnswersTest extends OnWordCount {

  /** The number of clients, greater than that of the server's threads for requests. */
  private static final int UNREAD_CLIENTS = WorkloadFixture.THREADS + 2;

  /**
   * The time without progress after which a client's connection counts as full in both directions.
   */
  private static final long STUCK_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration SOON = Duration.ofSeconds(2);

  UnreadAnswersTest() throws Exception {}

  /** The requests that such a client repeats. */
  static Stream<Named<List<byte[]>>> requests() {
    byte[] line = RawHttp.post("{\"message\":\"a\"}");
    // this refusal, unlike most, leaves the connection open
    byte[] refused = RawHttp.post("/server/nothing", new byte[0]);
    byte[] metrics = "GET /server/metrics HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(ISO_8859_1);
    return Stream.of(
        Named.of("lines and refusals", List.of(line, refused)),
        Named.of("metrics", List.of(metrics)));
  }

  @ParameterizedTest
  @MethodSource("requests")
  void othersAreAnsweredSoonWhileClientsDoNotRead(List<byte[]> requests) throws Exception {
    List<UnreadClient> clients = new ArrayList<>();
    try {
      for (int i = 0; i < UNREAD_CLIENTS; i++) {
        clients.add(new UnreadClient(server.port(), requests));
      }
      // until they are stuck the server is busy: Tomcat handles a connection's next request at once
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  clients.stream().allMatch(UnreadClient::isStuck)
                      && timeToAnswer().compareTo(SOON) < 0);
      for (int i = 0; i < 20; i++) {
        post(BODY).hasStatus(200);
        server.health().hasStatus(200);
      }
      // a thread that waited for a client would answer others when that was dropped, not before
      assertThat(clients).noneMatch(UnreadClient::isDropped);
    } finally {
      for (UnreadClient client : clients) {
        client.close();
      }
    }
    post(BODY).hasStatus(200);
  }

  private Duration timeToAnswer() throws Exception {
    long start = System.nanoTime();
    post(BODY).hasStatus(200);
    server.health().hasStatus(200);
    return Duration.ofNanos(System.nanoTime() - start);
  }

  /** A client that sends on a thread of its own and never reads. */
  private static final class UnreadClient implements AutoCloseable {
    private final Socket socket = new Socket();
    private volatile long progress = System.nanoTime();
    private volatile boolean dropped;

    UnreadClient(int port, List<byte[]> requests) throws IOException {
      socket.setReceiveBufferSize(4 << 10);
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      Thread sender = new Thread(() -> send(requests), "unread-client");
      sender.setDaemon(true);
      sender.start();
    }

    /** Whether the client has sent nothing for {@link #STUCK_NANOS}. */
    boolean isStuck() {
      return !dropped && System.nanoTime() - progress > STUCK_NANOS;
    }

    /** Whether the server, or the test, has closed the connection. */
    boolean isDropped() {
      return dropped;
    }

    private void send(List<byte[]> requests) {
      try {
        for (int i = 0; true; i++) {
          socket.getOutputStream().write(requests.get(i % requests.size()));
          progress = System.nanoTime();
        }
      } catch (IOException e) {
        // the test has closed the connection, or the server has
        dropped = true;
      }
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
