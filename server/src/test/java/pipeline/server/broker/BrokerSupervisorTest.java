package pipeline.server.broker;

import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import pipeline.server.Logged;

/** One connection is up whenever the broker lets it, and the log says why it is not. */
class BrokerSupervisorTest {
  private final FakeBroker broker = new FakeBroker();

  private final BrokerSupervisor supervisor =
      broker.supervisor(new ChannelConfig(true, true, true, 1), System::nanoTime);

  @AfterEach
  void stop() {
    supervisor.close();
  }

  private void startUp() {
    supervisor.start();
    awaitUp();
  }

  private void awaitUp() {
    await().until(() -> supervisor.brokenPart().isEmpty());
  }

  private void awaitBroken(String why) {
    await().until(() -> supervisor.brokenPart().orElse("").contains(why));
  }

  @Test
  void interruptsEndNothing() {
    startUp();
    Thread thread =
        Thread.getAllStackTraces().keySet().stream()
            .filter(each -> each.getName().startsWith("broker-supervisor"))
            .findFirst()
            .orElseThrow();
    try (Logged log = new Logged()) {
      thread.interrupt();
      await().until(() -> log.has("interrupted"));
    }
    broker.goAway();
    awaitBroken("cannot be reached");
    thread.interrupt();
    broker.comeBack();
    awaitUp();
  }

  @Test
  void anEndOfTheConnectionThatNobodyWasToldOfIsNoticed() {
    startUp();
    broker.current().endUnheard();
    await().until(() -> broker.connectionsMade() == 2 && supervisor.brokenPart().isEmpty());
  }
}
