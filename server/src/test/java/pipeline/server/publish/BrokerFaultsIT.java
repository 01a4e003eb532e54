package pipeline.server.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
import org.apache.commons.lang3.function.Failable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.server.RunningServer;
import pipeline.server.RunningTime;
import pipeline.server.http.RawHttp;
import pipeline.testkit.proxy.Direction;
import pipeline.testkit.proxy.FaultProxy;
import pipeline.testkit.proxy.Flow;
import pipeline.testkit.rabbit.PrivateRabbit;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.identity.RunId;

/**
 * The broker is gone, silent or out of reach, or it takes no messages: 503 in time, no confirmed
 * line is lost, and lines are taken again when it works.
 */
class BrokerFaultsIT extends OnRealBroker {
  private static final Duration DEADLINE = Duration.ofSeconds(2);
  private static final String[] SHORT_DEADLINE = {
    "PUBLISH_DEADLINE_MS", Long.toString(DEADLINE.toMillis())
  };

  /** The time that an answer may take beyond the deadline. */
  private static final Duration LATE = Duration.ofSeconds(4);

  private static final int CLIENTS = 8;

  /** Waits until this number of answers more has this status. */
  private static void awaitMore(PostingClients clients, int more, int status) {
    int before = clients.count(status);
    await().atMost(PATIENCE).until(() -> clients.count(status) > before + more);
  }

  /** Waits until lines are taken again: each answer came in time, and no confirmed line is lost. */
  private void assertHealed(PostingClients clients) throws Exception {
    awaitMore(clients, 20, 200);
    clients.close();
    clients.assertAnswered(DEADLINE.plus(LATE), keysInQueue());
  }

  @Test
  void brokerKilledMidLoadGivesOnly503sAndNoConfirmedLineIsLost() throws Exception {
    try (RunningServer server = upServer(SHORT_DEADLINE);
        PostingClients clients = new PostingClients(server)) {
      awaitMore(clients, 200, 200);
      rabbit.kill();
      awaitMore(clients, 20, 503);
      server.health().hasStatus(503);
      assertThat(server.samples()).containsEntry("pipeline_broker_up", 0.0);
      try (RunningServer late = server()) {
        late.post(KEY, "a").hasStatus(503).hasHeader("retry-after", "1").contains("broker");
        assertThat(late.post(KEY, "a").body() + late.health().hasStatus(503).body())
            .doesNotContain("127.0.0.1");
        rabbit.start();
        await().atMost(PATIENCE).until(late::isUp);
        late.post(KEY, "a").hasStatus(200);
      }
      assertHealed(clients);
    }
  }

  @Test
  void stoppedBrokerIs503WithinTheDeadlineAndHealsWhenItGoesOn() throws Exception {
    try (RunningServer server = upServer(SHORT_DEADLINE);
        PostingClients clients = new PostingClients(server)) {
      awaitMore(clients, 20, 200);
      rabbit.freeze();
      try {
        awaitMore(clients, 3 * CLIENTS, 503);
      } finally {
        rabbit.thaw();
      }
      assertHealed(clients);
    }
  }

  @Test
  void aWrongPasswordIs503WithoutAStormOfAttempts() throws Exception {
    String url = rabbit.url().replace("guest:guest", "guest:wrong");
    try (RunningServer server = server("RABBITMQ_URL", url)) {
      await().atMost(PATIENCE).until(() -> server.health().body().contains("refuses the login"));
      assertThat(server.health().body()).doesNotContain("wrong@");
      server.post(KEY, "a").hasStatus(503);
      server.post(new RunEnd(KEY.run(), 1)).hasStatus(503);
    }
  }

  @Test
  void aFullQueueThatRejectsIs503() throws Exception {
    rabbit.ctl("set_policy", "full", queue, "{\"max-length\":1,\"overflow\":\"reject-publish\"}");
    // health remembers a refusal for as long as the deadline
    try (RunningServer server = upServer()) {
      int confirmed = 0;
      for (int i = 0; i < 4; i++) {
        int status = server.post(new RequestKey(KEY.run(), i), "a").status();
        confirmed += status == 200 ? 1 : 0;
        assertThat(status).isIn(200, 503);
      }
      assertThat(confirmed).isBetween(1, 3);
      await().atMost(PATIENCE).until(() -> server.health().body().contains("nack"));
      assertThat(keysInQueue()).hasSize(confirmed);
    } finally {
      rabbit.ctl("clear_policy", "full");
    }
  }

  @Test
  void stoppingUnderLoadTakesLessThanFiveSecondsAndLeavesNoThread() throws Exception {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    RunningServer server = upServer(SHORT_DEADLINE);
    PostingClients clients = new PostingClients(server);
    awaitMore(clients, 20, 200);
    rabbit.freeze();
    try (RunningTime time = new RunningTime()) {
      server.close();
      assertThat(time.passed()).isLessThan(Duration.ofSeconds(5));
      // Tomcat's threads end a moment after it has stopped
      awaitNoneOf("(publisher-|broker|body-|publish-|http-nio|AMQP).*", before);
    } finally {
      rabbit.thaw();
    }
    clients.close();
  }

  @Test
  void aBlackHoleIsFoundByTheHeartbeatWithoutAnyRequest() throws Exception {
    // the shorter of what the broker and the server ask for holds
    setHeartbeat(1);
    try (FaultProxy proxy = new FaultProxy("publish", rabbit.port());
        RunningServer server = upServer("RABBITMQ_URL", PrivateRabbit.url(proxy.port()))) {
      setBoth(proxy, Flow.SWALLOW);
      await().atMost(PATIENCE).until(() -> !server.isUp());
      setBoth(proxy, Flow.PASS);
      await().atMost(PATIENCE).until(server::isUp);
    } finally {
      setHeartbeat(60);
    }
  }

  private static void setHeartbeat(int seconds) throws Exception {
    rabbit.ctl("eval", "application:set_env(rabbit, heartbeat, " + seconds + ").");
  }

  private static void setBoth(FaultProxy proxy, Flow flow) {
    proxy.set(Direction.THERE, flow);
    proxy.set(Direction.BACK, flow);
  }

  @ParameterizedTest
  @CsvSource({"false, NO_ROUTE", "true, no exchange"})
  void linesThatReachNoQueueAreNeverConfirmedAndTheTopologyIsDeclaredAgain(
      boolean exchange, String why) throws Exception {
    try (RunningServer server = upServer()) {
      server.post(KEY, "a").hasStatus(200);
      onChannel(channel -> channel.queueDelete(queue));
      if (exchange) {
        onChannel(channel -> channel.exchangeDelete(queue));
      }
      server.post(KEY, "a").hasStatus(503).contains(why);
      // the server may still pass for up when it has just answered; the queue is there once it knew
      await().atMost(PATIENCE).ignoreExceptions().until(() -> messages() == 0);
      assertThat(keysInQueue()).isEmpty();
      await().atMost(PATIENCE).until(() -> server.post(KEY, "a").status() == 200);
      await().atMost(PATIENCE).until(server::isUp);
    }
  }

  @Test
  void queueWithOtherArgumentsIsNamedByHealthAndHealsWhenItIsGone() throws Exception {
    onChannel(
        channel -> channel.queueDeclare(queue, true, false, false, Map.of("x-max-length", 5)));
    try (RunningServer server = server()) {
      await().atMost(PATIENCE).until(() -> server.health().body().contains("PRECONDITION_FAILED"));
      server.post(KEY, "a").hasStatus(503);
      onChannel(channel -> channel.queueDelete(queue));
      await().atMost(PATIENCE).until(server::isUp);
    }
  }

  @Test
  void withMandatoryOffReturnedLinesAreConfirmedAndLost() throws Exception {
    try (RunningServer server = upServer("MANDATORY", "off")) {
      onChannel(channel -> channel.queueDelete(queue));
      server.post(KEY, "a").hasStatus(200);
    }
  }

  @ParameterizedTest
  @CsvSource({"set_vm_memory_high_watermark, 0.00001, 0.4", "set_disk_free_limit, 999999GB, 50MB"})
  void anAlarmIs503WithinTheDeadlineAndHealsWithIt(String limit, String beyond, String normal)
      throws Exception {
    try (RunningServer server = upServer(SHORT_DEADLINE);
        PostingClients clients = new PostingClients(server)) {
      awaitMore(clients, 20, 200);
      try {
        rabbit.ctl(limit, beyond);
        awaitMore(clients, 200, 503);
        server.health().hasStatus(503).contains("blocks publishing");
        // at once, and not for want of a confirm at the deadline
        server.post(KEY, "a").hasStatus(503).contains("blocks publishing");
      } finally {
        rabbit.ctl(limit, normal);
      }
      assertHealed(clients);
    }
  }

  /**
   * Clients that post without pause, each over a connection of its own, and keep the answers; one
   * whose connection fails ends.
   */
  private static final class PostingClients implements AutoCloseable {
    /** The server's, which has none once it is closed. */
    private final int port;

    private final ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    private final RunId run = RunId.random(new SecureRandom());
    private final AtomicInteger next = new AtomicInteger();
    private final Set<RequestKey> confirmed = ConcurrentHashMap.newKeySet();
    private final Map<Integer, Integer> statuses = new ConcurrentHashMap<>();
    private final RunningTime time = new RunningTime();
    private final Queue<Duration> waits = new ConcurrentLinkedQueue<>();
    private final Queue<Exception> failures = new ConcurrentLinkedQueue<>();
    private volatile boolean stopped;

    PostingClients(RunningServer server) {
      port = server.port();
      for (int i = 0; i < CLIENTS; i++) {
        clients.execute(this::connect);
      }
    }

    /** The number of answers with this status. */
    int count(int status) {
      return statuses.getOrDefault(status, 0);
    }

    /** Checks that each request was answered in time with 200 or 503, and each 200 is for a key. */
    void assertAnswered(Duration limit, List<RequestKey> keys) {
      assertThat(failures).isEmpty();
      assertThat(statuses.keySet()).containsOnly(200, 503);
      assertThat(waits).allMatch(wait -> wait.compareTo(limit) < 0);
      assertThat(new HashSet<>(keys)).containsAll(confirmed);
    }

    /**
     * Ends the clients after their present requests, so that their results do not change any more.
     */
    @Override
    public void close() {
      stopped = true;
      clients.shutdown();
      assertThat(Failable.getAsBoolean(() -> clients.awaitTermination(30, TimeUnit.SECONDS)))
          .as("no client waits for an answer")
          .isTrue();
      time.close();
    }

    private void connect() {
      try {
        while (!stopped) {
          try (RawHttp http = new RawHttp(port)) {
            while (!stopped && post(http)) {}
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
}
