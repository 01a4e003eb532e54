package pipeline.server.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import pipeline.server.Logged;
import pipeline.wire.settings.Settings;

class BrokerSupervisorTest {
  private final FakeBroker broker =
      new FakeBroker(ChannelConfig.from(new Settings(Map.of(), new Properties()), 1));
  private final AtomicReference<Error> clockFailure = new AtomicReference<>();
  private final BrokerSupervisor supervisor = new BrokerSupervisor(broker, this::nanoTime);

  @AfterEach
  void stop() {
    supervisor.close();
  }

  @Test
  void keepsTryingUntilTheBrokerIsThere() {
    broker.goAway();
    supervisor.start();
    await().until(() -> supervisor.brokenPart().orElse("").contains("cannot be reached"));
    assertThat(supervisor.session()).isEmpty();
    broker.comeBack();
    await().until(() -> supervisor.brokenPart().isEmpty());
    assertThat(supervisor.session()).isPresent();
  }

  @Test
  void whatEndsAnAttemptIsInTheLogAndNotSaidToStrangers() {
    try (Logged log = new Logged()) {
      broker.goAway();
      supervisor.start();
      await().until(() -> log.lines().stream().anyMatch(l -> l.contains("connection refused")));
      assertThat(supervisor.brokenPart()).contains("the broker cannot be reached");
    }
  }

  @Test
  void anErrorDuringAnAttemptDoesNotEndTheAttempts() {
    broker.failConnecting(new OutOfMemoryError("unable to create native thread, on purpose"));
    try (Logged log = new Logged()) {
      supervisor.start();
      await().until(() -> log.lines().stream().anyMatch(l -> l.contains("on purpose")));
      assertThat(supervisor.brokenPart()).contains("the broker cannot be reached");
    }
    broker.comeBack();
    await().until(() -> supervisor.brokenPart().isEmpty());
  }

  @Test
  void anErrorDuringAWaitDoesNotEndTheAttempts() {
    startUp();
    broker.goAway();
    // from here on the thread asks for the time only while it waits
    await().until(() -> supervisor.brokenPart().orElse("").contains("cannot be reached"));
    try (Logged log = new Logged()) {
      clockFailure.set(new OutOfMemoryError("of a wait, on purpose"));
      await().until(() -> log.lines().stream().anyMatch(l -> l.contains("of a wait")));
    }
    broker.comeBack();
    await().until(() -> supervisor.brokenPart().isEmpty());
  }

  @Test
  void interruptsEndNothing() {
    startUp();
    try (Logged log = new Logged()) {
      thread().interrupt();
      await().until(() -> log.lines().stream().anyMatch(l -> l.contains("interrupted")));
    }
    broker.goAway();
    await().until(() -> supervisor.brokenPart().orElse("").contains("cannot be reached"));
    thread().interrupt();
    broker.comeBack();
    await().until(() -> supervisor.brokenPart().isEmpty());
  }

  @Test
  void anEndOfTheConnectionThatNobodyWasToldOfIsNoticed() {
    startUp();
    broker.current().endUnheard();
    await().until(() -> broker.connectionsMade() == 2 && supervisor.brokenPart().isEmpty());
  }

  @Test
  void everyConnectionIsANewSession() {
    startUp();
    BrokerSession first = supervisor.session().orElseThrow();
    broker.current().close("gone");
    await().until(() -> supervisor.session().filter(session -> session != first).isPresent());
    assertThat(broker.connectionsMade()).isEqualTo(2);
    assertThat(first.channels().isClosed()).isTrue();
  }

  @Test
  void refusedTopologyIsNamedAndTriedAgainOnTheSameConnection() {
    broker.refuseQueue("PRECONDITION_FAILED - other arguments");
    supervisor.start();
    await().until(() -> supervisor.brokenPart().orElse("").contains("PRECONDITION_FAILED"));
    broker.refuseQueue("");
    await().until(() -> supervisor.brokenPart().isEmpty());
    assertThat(broker.connectionsMade()).isEqualTo(1);
  }

  @Test
  void doubtClosesTheGateUntilTheTopologyStandsAgain() {
    startUp();
    int before = broker.current().declarations();
    supervisor.doubt(supervisor.session().orElseThrow(), "a message was returned", "");
    await()
        .until(() -> broker.current().declarations() > before && supervisor.brokenPart().isEmpty());
  }

  @Test
  void doubtAboutAnOldSessionIsIgnored() {
    startUp();
    BrokerSession first = supervisor.session().orElseThrow();
    broker.current().close("gone");
    await().until(() -> supervisor.session().filter(session -> session != first).isPresent());
    supervisor.doubt(first, "late", "");
    assertThat(supervisor.brokenPart()).isEmpty();
  }

  @Test
  void failingConnectionsAreTriedEverMoreSlowly() {
    broker.goAway();
    broker.comeBack();
    broker.refuseQueue("ACCESS_REFUSED");
    supervisor.start();
    long start = System.nanoTime();
    await().until(() -> System.nanoTime() - start > Duration.ofSeconds(2).toNanos());
    // the waits are 50-100, 100-200, 200-400, 400-800, 800-1600 ms
    assertThat(broker.current().channels().size()).isBetween(2, 7);
  }

  @Test
  void closesWhileTheBrokerIsAwayAndWhileItIsThere() {
    broker.goAway();
    supervisor.start();
    await().until(() -> supervisor.brokenPart().orElse("").contains("cannot be reached"));
    long start = System.nanoTime();
    supervisor.close();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().startsWith("broker-supervisor"));
  }

  /** A clock that fails once, if it is told to, on the supervisor's thread. */
  private long nanoTime() {
    boolean own = Thread.currentThread().getName().startsWith("broker-supervisor");
    Error failure = own ? clockFailure.getAndSet(null) : null;
    if (failure != null) {
      throw failure;
    }
    return System.nanoTime();
  }

  private static Thread thread() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("broker-supervisor"))
        .findFirst()
        .orElseThrow();
  }

  private void startUp() {
    supervisor.start();
    await().until(() -> supervisor.brokenPart().isEmpty());
  }
}
