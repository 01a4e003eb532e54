package pipeline.local;

import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The whole system on the embedded broker. */
class EmbeddedBrokerSystemIT extends WholeSystemContract {
  private static EmbeddedBroker broker;

  @BeforeAll
  static void startBroker() throws IOException {
    broker = new EmbeddedBroker(0);
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @Override
  String brokerUrl() {
    return broker.url();
  }
}
