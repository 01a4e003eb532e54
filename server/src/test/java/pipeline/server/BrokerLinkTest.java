package pipeline.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import pipeline.wire.settings.Settings;

class BrokerLinkTest {
  private final FakeBroker broker =
      new FakeBroker(PublishConfig.from(new Settings(Map.of(), new Properties())));
  private final BrokerLink link = new BrokerLink(broker, System::nanoTime);

  @AfterEach
  void stop() {
    link.close();
  }

  @Test
  void keepsTryingUntilTheBrokerIsThere() {
    broker.goAway();
    link.start();
    await().until(() -> link.brokenPart().orElse("").contains("connection refused"));
    assertThat(link.session()).isEmpty();
    broker.comeBack();
    await().until(() -> link.brokenPart().isEmpty());
    assertThat(link.session()).isPresent();
  }

  @Test
  void everyConnectionIsANewSession() {
    startUp();
    BrokerSession first = link.session().orElseThrow();
    broker.current().close("gone");
    await().until(() -> link.session().filter(session -> session != first).isPresent());
    assertThat(broker.connectionsMade()).isEqualTo(2);
    assertThat(first.channels().isClosed()).isTrue();
  }

  @Test
  void refusedTopologyIsNamedAndTriedAgainOnTheSameConnection() {
    broker.refuseQueue("PRECONDITION_FAILED - other arguments");
    link.start();
    await().until(() -> link.brokenPart().orElse("").contains("PRECONDITION_FAILED"));
    broker.refuseQueue("");
    await().until(() -> link.brokenPart().isEmpty());
    assertThat(broker.connectionsMade()).isEqualTo(1);
  }

  @Test
  void doubtClosesTheGateUntilTheTopologyStandsAgain() {
    startUp();
    int before = broker.current().declarations();
    link.doubt(link.session().orElseThrow(), "a message was returned");
    await().until(() -> broker.current().declarations() > before && link.brokenPart().isEmpty());
  }

  @Test
  void doubtAboutAnOldSessionIsIgnored() {
    startUp();
    BrokerSession first = link.session().orElseThrow();
    broker.current().close("gone");
    await().until(() -> link.session().filter(session -> session != first).isPresent());
    link.doubt(first, "late");
    assertThat(link.brokenPart()).isEmpty();
  }

  @Test
  void failingConnectionsAreTriedEverMoreSlowly() {
    broker.goAway();
    broker.comeBack();
    broker.refuseQueue("ACCESS_REFUSED");
    link.start();
    long start = System.nanoTime();
    await().until(() -> System.nanoTime() - start > Duration.ofSeconds(2).toNanos());
    // waits of 50-100, 100-200, 200-400, 400-800, 800-1600 ms
    assertThat(broker.current().channels().size()).isBetween(2, 7);
  }

  @Test
  void closesWhileTheBrokerIsAwayAndWhileItIsThere() {
    broker.goAway();
    link.start();
    await().until(() -> link.brokenPart().orElse("").contains("connection refused"));
    long start = System.nanoTime();
    link.close();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().startsWith("broker-link"));
  }

  private void startUp() {
    link.start();
    await().until(() -> link.brokenPart().isEmpty());
  }
}
