package pipeline.client.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import pipeline.client.input.BadInputException;
import pipeline.wire.identity.RunId;

/** The reuse of connections: when a sender uses one again, and when it opens another. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KeptConnectionsTest {
  private static final Request REQUEST = Request.post(7, "/x", "{}".getBytes(UTF_8));

  private final RunId runId = RunId.random(new SecureRandom());

  @Test
  void aConnectionIsUsedAgainAfterSuccessAndAfterAnError() throws Exception {
    Set<Integer> clientPorts = ConcurrentHashMap.newKeySet();
    StubServer.Script everyOtherFails =
        (exchange, number) -> {
          clientPorts.add(exchange.getRemoteAddress().getPort());
          StubServer.answer(exchange, number % 2 == 0 ? 200 : 500);
        };

    try (StubServer server = StubServer.scripted(everyOtherFails);
        PooledHttpSender sender = sender(server.url())) {
      for (int i = 0; i < 20; i++) {
        sender.send(REQUEST);
      }
    }
    assertThat(clientPorts).hasSize(1);
  }

  /**
   * The limit here is one connection: an attempt that failed to open one must not count against it.
   */
  @Test
  void afterARefusedConnectTheNextIsTriedAtOnce() throws Exception {
    try (PooledHttpSender sender = sender("http://localhost:1")) {
      sender.send(REQUEST);

      assertThat(sender.send(REQUEST).error()).contains("Connection refused");
    }
  }

  @Test
  void aConnectionTheServerWantsClosedIsNotUsedAgain() throws Exception {
    Set<Integer> clientPorts = ConcurrentHashMap.newKeySet();
    StubServer.Script lastOne =
        (exchange, number) -> {
          clientPorts.add(exchange.getRemoteAddress().getPort());
          exchange.getResponseHeaders().add("Connection", "close");
          StubServer.answer(exchange, 200);
        };

    try (StubServer server = StubServer.scripted(lastOne);
        PooledHttpSender sender = sender(server.url())) {
      assertThat(sender.send(REQUEST).isSuccess()).isTrue();
      assertThat(sender.send(REQUEST).isSuccess()).isTrue();
    }
    assertThat(clientPorts).hasSize(2);
  }

  @Test
  void aConnectionThatItsServerClosedDuringARestIsReplaced() throws Exception {
    String answer = "HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n{\"message\":1}";

    try (RawServer server = new RawServer(answer, answer);
        PooledHttpSender sender = sender(server.url())) {
      assertThat(sender.send(REQUEST)).isEqualTo(Outcome.success(200));
      long rested = System.nanoTime() + ServerConnections.CHECK_AFTER.toNanoseconds();
      await().until(() -> System.nanoTime() - rested > TimeUnit.MILLISECONDS.toNanos(100));

      assertThat(sender.send(REQUEST)).isEqualTo(Outcome.success(200));
      assertThat(server.requests()).hasSize(2);
    }
  }

  @Test
  void threadsThatSendTogetherHaveAConnectionEach() throws Exception {
    int threads = 8;
    CyclicBarrier together = new CyclicBarrier(threads);
    StubServer.Script answeringAllAtOnce =
        (exchange, number) -> {
          try {
            together.await(5, TimeUnit.SECONDS);
          } catch (Exception e) {
            throw new IOException(e);
          }
          StubServer.answer(exchange, 200);
        };
    ExecutorService workers = Executors.newFixedThreadPool(threads);

    try (StubServer server = StubServer.scripted(answeringAllAtOnce);
        PooledHttpSender sender = sender(server.url(), threads)) {
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
      PooledHttpSender sender = sender(server.url());
      assertThat(sender.send(REQUEST).isSuccess()).isTrue();
      sender.close();

      assertThat(sender.send(REQUEST).isAnswered()).isFalse();
      assertThat(server.received()).hasSize(1);
    }
  }

  private PooledHttpSender sender(String url) throws BadInputException {
    return sender(url, 1);
  }

  private PooledHttpSender sender(String url, int threads) throws BadInputException {
    Duration timeout = Duration.ofSeconds(10);
    return new PooledHttpSender(
        ServerUrl.parse("--url", url), new CurrentRun(runId), Optional.empty(), timeout, threads);
  }
}
