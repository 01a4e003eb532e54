package pipeline.server.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import pipeline.server.RunningServer;
import pipeline.server.http.PostingClients;
import pipeline.server.http.RawHttp;
import pipeline.testkit.proxy.Direction;
import pipeline.testkit.proxy.FaultProxy;
import pipeline.testkit.proxy.Flow;
import pipeline.testkit.rabbit.PrivateRabbit;
import pipeline.wire.identity.RunEnd;

/** The broker is gone, silent or out of reach: 503 in time, and no confirmed line is lost. */
class BrokerAwayIT extends OnRealBroker {

  @Test
  void brokerKilledMidLoadGivesOnly503sAndNoConfirmedLineIsLost() throws Exception {
    try (RunningServer server = upServer();
        PostingClients clients = new PostingClients(server, CLIENTS)) {
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
  void connectionsClosedByAnAdministratorAreReplaced() throws Exception {
    try (RunningServer server = upServer();
        PostingClients clients = new PostingClients(server, CLIENTS)) {
      awaitMore(clients, 20, 200);
      rabbit.ctl("close_all_connections", "test");
      assertHealed(clients);
    }
  }

  @Test
  void stoppedBrokerIs503WithinTheDeadlineAndHealsWhenItGoesOn() throws Exception {
    try (RunningServer server = upServer();
        PostingClients clients = new PostingClients(server, CLIENTS)) {
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
  void stoppingUnderLoadTakesLessThanFiveSecondsAndLeavesNoThread() throws Exception {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    RunningServer server = upServer();
    PostingClients clients = new PostingClients(server, CLIENTS);
    awaitMore(clients, 20, 200);
    rabbit.freeze();
    long start = System.nanoTime();
    try {
      server.close();
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
      // Tomcat's threads end a moment after it has stopped
      await()
          .untilAsserted(
              () ->
                  assertThat(Thread.getAllStackTraces().keySet())
                      .filteredOn(thread -> !before.contains(thread) && thread.isAlive())
                      .extracting(Thread::getName)
                      .noneMatch(
                          name ->
                              name.matches("(publisher-|broker|body-|publish-|http-nio|AMQP).*")));
    } finally {
      rabbit.thaw();
    }
    clients.stop();
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

  @Test
  void strangersOnTheBrokersPortKeepNobodyOut() throws Exception {
    // the protocol's greeting followed by silence, or bytes of another protocol
    byte[][] hellos = {{'A', 'M', 'Q', 'P', 0, 0, 9, 1}, {'G', 'E', 'T', ' ', '/', '\r', '\n', 0}};
    List<RawHttp> strangers = new ArrayList<>();
    try (RunningServer server = upServer()) {
      for (int i = 0; i < 500; i++) {
        strangers.add(new RawHttp(rabbit.port()));
        strangers.get(i).send(hellos[i % hellos.length]);
      }
      server.post(KEY, "a").hasStatus(200);
      assertThat(server.isUp()).isTrue();
    } finally {
      for (RawHttp stranger : strangers) {
        stranger.close();
      }
    }
  }
}
