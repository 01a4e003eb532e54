package pipeline.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.security.SecureRandom;
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
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import pipeline.server.LocalServer;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/** Clients that post without pause, each over a connection of its own, and keep the answers. */
public final class PostingClients implements AutoCloseable {
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /** The delay of a look beyond which the machine has paused. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** The server's, which has none once it is closed. */
  private final int port;

  private final ExecutorService clients;
  private final RunId run = RunId.random(new SecureRandom());
  private final AtomicInteger next = new AtomicInteger();
  private final Set<RequestKey> confirmed = ConcurrentHashMap.newKeySet();
  private final Map<Integer, AtomicInteger> statuses = new ConcurrentHashMap<>();
  private final Queue<Long> millis = new ConcurrentLinkedQueue<>();
  private final Queue<Exception> failures = new ConcurrentLinkedQueue<>();
  private final Thread watch = new Thread(this::watch, "pauses");

  /** The time for which the machine has let nobody run. */
  private final LongAdder paused = new LongAdder();

  private volatile boolean stopped;

  public PostingClients(LocalServer server, int threads) {
    port = server.port();
    clients = Executors.newFixedThreadPool(threads);
    for (int i = 0; i < threads; i++) {
      clients.execute(this::connect);
    }
    watch.setDaemon(true);
    watch.start();
  }

  private void watch() {
    while (!stopped) {
      long begin = System.nanoTime();
      LockSupport.parkNanos(LOOK_NANOS);
      long late = System.nanoTime() - begin - LOOK_NANOS;
      if (late > PAUSE_NANOS) {
        paused.add(late);
      }
    }
  }

  /** The number of answers with this status. */
  public int count(int status) {
    return statuses.getOrDefault(status, new AtomicInteger()).get();
  }

  /** Checks that each request got an answer, and one of these. */
  public void assertAnswersOf(Integer... expected) {
    assertThat(statuses.keySet()).containsOnly(expected);
    assertThat(failures).isEmpty();
  }

  /** Checks that no answer took longer than that, beside the time for which the machine paused. */
  public void assertAllWithin(long limitMillis) {
    long limit = limitMillis + TimeUnit.NANOSECONDS.toMillis(paused.sum());
    assertThat(millis).allMatch(each -> each < limit);
  }

  /** Checks that each line that was answered with 200 is there. */
  public void assertConfirmedAreIn(List<RequestKey> keys) {
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
    watch.join();
  }

  @Override
  public void close() {
    stopped = true;
    clients.shutdownNow();
  }

  private void connect() {
    while (!stopped) {
      try (RawHttp http = new RawHttp(port)) {
        boolean open = true;
        while (open && !stopped) {
          open = post(http);
        }
      } catch (IOException e) {
        failures.add(e);
      }
    }
  }

  /** Posts a line; false if the connection closes after the answer, as it does after a 503. */
  private boolean post(RawHttp http) throws IOException {
    RequestKey key = new RequestKey(run, next.getAndIncrement());
    long start = System.nanoTime();
    http.send(RawHttp.post("{\"message\":\"a b c\"}", "Idempotency-Key: " + key));
    RawHttp.Answer answer = http.answer();
    statuses.computeIfAbsent(answer.status(), any -> new AtomicInteger()).incrementAndGet();
    if (answer.status() == 200) {
      confirmed.add(key);
    }
    millis.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
    return !"close".equals(answer.headers().get("connection"));
  }
}
