package pipeline.faults.neighbour;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import pipeline.testkit.process.Await;
import pipeline.testkit.process.FreePort;

class NeighbourTest {
  private static final InetAddress HERE = InetAddress.getLoopbackAddress();
  private static final Duration LIMIT = Duration.ofSeconds(20);

  @Test
  void aFloodHasReachedItsAimWhenItIsRefused() throws Exception {
    AtomicInteger status = new AtomicInteger(200);
    AtomicInteger answered = new AtomicInteger();
    HttpServer server = HttpServer.create(new InetSocketAddress(HERE, 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(status.get(), -1);
          exchange.close();
          answered.incrementAndGet();
        });
    server.start();
    try (Visit visit = Neighbour.RUNS.at(server.getAddress().getPort())) {
      Await.until("answers", LIMIT, () -> answered.get() > 20);
      assertThat(visit.hasReachedAim()).isFalse();

      status.set(503);
      Await.until("aim", LIMIT, visit::hasReachedAim);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void heldConnectionsHaveReachedTheirAimWhenEachHasBegunARequest() throws Exception {
    int port = FreePort.find();
    try (Visit visit = Neighbour.SLOW_HEADS.at(port)) {
      assertThat(Await.holds(Duration.ofMillis(300), visit::hasReachedAim)).isFalse();

      try (ServerSocket server = new ServerSocket(port, 1_000, HERE)) {
        assertThat(server.isBound()).isTrue();
        Await.until("aim", LIMIT, visit::hasReachedAim);
      }
    }
  }
}
