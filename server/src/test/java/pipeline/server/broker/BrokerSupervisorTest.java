package pipeline.server.broker;

import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;
import pipeline.server.Logged;

/** One connection is up whenever the broker lets it, and the log says why it is not. */
class BrokerSupervisorTest extends OnFakeBroker {

  @Test
  void interruptsEndNothing() {
    start(1, 1);
    Thread thread = thread("broker-supervisor");
    try (Logged log = new Logged()) {
      thread.interrupt();
      await().until(() -> log.has("interrupted"));
    }
    broker.goAway();
    await().until(() -> supervisor.brokenPart().orElse("").contains("cannot be reached"));
    thread.interrupt();
    broker.comeBack();
    await().until(() -> supervisor.brokenPart().isEmpty());
  }

  @Test
  void anEndOfTheConnectionThatNobodyWasToldOfIsNoticed() {
    start(1, 1);
    broker.current().endUnheard();
    await().until(() -> broker.connectionsMade() == 2 && supervisor.brokenPart().isEmpty());
  }
}
