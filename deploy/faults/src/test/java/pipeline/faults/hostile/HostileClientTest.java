package pipeline.faults.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.testkit.process.Await;
import pipeline.testkit.process.FreePort;
import pipeline.wire.identity.RequestKey;

/** An attack counts as made only when the server has felt it. */
class HostileClientTest {
  private static final InetAddress HERE = InetAddress.getLoopbackAddress();
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final int REFUSED = 110;
  private static final int MANY = 10_000;

  @ParameterizedTest
  @ValueSource(ints = {200, 503})
  void aFloodHasReachedItsAimWhenManyAreTakenOrThereIsNoRoom(int aim) throws Exception {
    AtomicInteger status = new AtomicInteger(400);
    AtomicInteger asked = new AtomicInteger();
    Semaphore answers = new Semaphore(REFUSED);
    Set<String> keys = ConcurrentHashMap.newKeySet();
    HttpServer server = HttpServer.create(new InetSocketAddress(HERE, 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          keys.add(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
          asked.incrementAndGet();
          // or the flood, which has an end, could be over before the status changes
          answers.acquireUninterruptibly();
          exchange.sendResponseHeaders(status.get(), -1);
          exchange.close();
        });
    server.start();
    try (HostileLoad load = HostileClient.RUNS.at(server.getAddress().getPort())) {
      Await.until("requests", LIMIT, () -> asked.get() > REFUSED);
      assertThat(load.hasReachedAim()).isFalse();

      status.set(aim);
      answers.release(MANY);
      Await.until("aim", LIMIT, load::hasReachedAim);
    } finally {
      answers.release(MANY);
      server.stop(0);
    }
    assertThat(keys).hasSizeGreaterThan(REFUSED);
    assertThat(keys).allMatch(key -> RequestKey.parse(key).run().isVersion7());
  }

  @Test
  void heldConnectionsHaveReachedTheirAimWhenEachHasBegunARequest() throws Exception {
    int port = FreePort.find();
    try (HostileLoad load = HostileClient.SLOW_HEADS.at(port)) {
      assertThat(Await.holds(Duration.ofMillis(300), load::hasReachedAim)).isFalse();

      try (ServerSocket server = new ServerSocket(port, 1_000, HERE)) {
        assertThat(server.isBound()).isTrue();
        Await.until("aim", LIMIT, load::hasReachedAim);
      }
    }
  }
}
