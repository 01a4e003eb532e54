package pipeline.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import pipeline.server.LocalServer;
import pipeline.server.RunningTime;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/**
 * Clients that post without pause, each over a connection of its own, and keep the answers; one
 * whose connection fails ends.
 */
public final class PostingClients implements AutoCloseable {
  /** The server's, which has none once it is closed. */
  private final int port;

  private final ExecutorService clients;
  private final RunId run = RunId.random(new SecureRandom());
  private final AtomicInteger next = new AtomicInteger();
  private final Set<RequestKey> confirmed = ConcurrentHashMap.newKeySet();
  private final Map<Integer, Integer> statuses = new ConcurrentHashMap<>();
  private final RunningTime time = new RunningTime();
  private final Queue<Duration> waits = new ConcurrentLinkedQueue<>();
  private final Queue<Exception> failures = new ConcurrentLinkedQueue<>();
  private volatile boolean stopped;

  public PostingClients(LocalServer server, int threads) {
    port = server.port();
    clients = Executors.newFixedThreadPool(threads);
    for (int i = 0; i < threads; i++) {
      clients.execute(this::connect);
    }
  }

  /** The number of answers with this status. */
  public int count(int status) {
    return statuses.getOrDefault(status, 0);
  }

  /** Checks that each request was answered in time with 200 or 503, and each 200 is for a key. */
  public void assertAnswered(Duration limit, List<RequestKey> keys) {
    assertThat(failures).isEmpty();
    assertThat(statuses.keySet()).containsOnly(200, 503);
    assertThat(waits).allMatch(wait -> wait.compareTo(limit) < 0);
    assertThat(new HashSet<>(keys)).containsAll(confirmed);
  }

  /**
   * Ends the clients after their present requests, so that their results do not change any more.
   */
  public void stop() throws InterruptedException {
    stopped = true;
    clients.shutdown();
    if (!clients.awaitTermination(30, TimeUnit.SECONDS)) {
      throw new IllegalStateException("a client still waits for an answer");
    }
    time.close();
  }

  @Override
  public void close() {
    stopped = true;
    clients.shutdownNow();
    time.close();
  }

  private void connect() {
    try {
      while (!stopped) {
        try (RawHttp http = new RawHttp(port)) {
          boolean open = true;
          while (open && !stopped) {
            open = post(http);
          }
        }
      }
    } catch (IOException e) {
      failures.add(e);
    }
  }

  /** Posts a line; false if the connection closes after the answer, as it does after a 503. */
  private boolean post(RawHttp http) throws IOException {
    RequestKey key = new RequestKey(run, next.getAndIncrement());
    Duration start = time.passed();
    http.send(RawHttp.post("{\"message\":\"a b c\"}", "Idempotency-Key: " + key));
    RawHttp.Answer answer = http.answer();
    statuses.merge(answer.status(), 1, Integer::sum);
    if (answer.status() == 200) {
      confirmed.add(key);
    }
    waits.add(time.passed().minus(start));
    return !"close".equals(answer.headers().get("connection"));
  }
}
