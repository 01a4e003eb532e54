package pipeline.client.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The reuse of connections: when a sender uses one again, and when it opens another. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KeptConnectionsTest {
  private static final Request REQUEST = Request.post(7, "/x", "{}".getBytes(UTF_8));

  private final Set<Integer> clientPorts = ConcurrentHashMap.newKeySet();

  @Test
  void aConnectionIsUsedAgainAfterSuccessAndAfterAnError() throws Exception {
    sendFour(
        (exchange, number) -> {
          clientPorts.add(exchange.getRemoteAddress().getPort());
          StubServer.answer(exchange, number % 2 == 0 ? 200 : 500);
        });
    assertThat(clientPorts).hasSize(1);
  }

  @Test
  void aConnectionTheServerWantsClosedIsNotUsedAgain() throws Exception {
    sendFour(
        (exchange, number) -> {
          clientPorts.add(exchange.getRemoteAddress().getPort());
          exchange.getResponseHeaders().add("Connection", "close");
          StubServer.answer(exchange, 200);
        });
    assertThat(clientPorts).hasSize(4);
  }

  private static void sendFour(StubServer.Script script) throws Exception {
    try (StubServer server = StubServer.scripted(script);
        PooledHttpSender sender = Senders.to(server.url())) {
      for (int i = 0; i < 4; i++) {
        assertThat(sender.send(REQUEST).isAnswered()).isTrue();
      }
    }
  }

  /**
   * The limit here is one connection: an attempt that failed to open one must not count against it.
   */
  @Test
  void afterARefusedConnectTheNextIsTriedAtOnce() throws Exception {
    try (PooledHttpSender sender = Senders.to("http://localhost:1")) {
      assertThat(sender.send(REQUEST).isAnswered()).isFalse();
      assertThat(sender.send(REQUEST).error()).contains("Connection refused");
    }
  }

  @Test
  void aConnectionThatItsServerClosedDuringARestIsReplaced() throws Exception {
    String answer = "HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n{\"message\":1}";

    try (RawServer server = new RawServer(answer, answer);
        PooledHttpSender sender = Senders.to(server.url())) {
      assertThat(sender.send(REQUEST)).isEqualTo(Outcome.success(200));
      long rested = System.nanoTime() + ServerConnections.CHECK_AFTER.toNanoseconds();
      await().until(() -> server.hungUp() == 1);
      await().until(() -> System.nanoTime() - rested > TimeUnit.MILLISECONDS.toNanos(100));

      assertThat(sender.send(REQUEST)).isEqualTo(Outcome.success(200));
      assertThat(server.requests()).hasSize(2);
    }
  }

  @Test
  void threadsThatSendTogetherHaveAConnectionEach() throws Exception {
    int threads = 8;
    CountDownLatch together = new CountDownLatch(threads);
    StubServer.Script answeringAllAtOnce =
        (exchange, number) -> {
          together.countDown();
          StubServer.await(together);
          StubServer.answer(exchange, together.getCount() == 0 ? 200 : 500);
        };
    ExecutorService workers = Executors.newFixedThreadPool(threads);

    try (StubServer server = StubServer.scripted(answeringAllAtOnce);
        PooledHttpSender sender = Senders.to(server.url(), Duration.ofSeconds(30), threads)) {
      List<Future<Outcome>> outcomes =
          workers.invokeAll(Collections.nCopies(threads, () -> sender.send(REQUEST)));
      for (Future<Outcome> outcome : outcomes) {
        assertThat(outcome.get()).isEqualTo(Outcome.success(200));
      }
    } finally {
      workers.shutdownNow();
    }
  }

  @Test
  void afterClosingNothingIsSent() throws Exception {
    try (StubServer server = StubServer.answeringOk()) {
      PooledHttpSender sender = Senders.to(server.url());
      assertThat(sender.send(REQUEST).isSuccess()).isTrue();
      sender.close();

      assertThat(sender.send(REQUEST).isAnswered()).isFalse();
      assertThat(server.received()).hasSize(1);
    }
  }
}
