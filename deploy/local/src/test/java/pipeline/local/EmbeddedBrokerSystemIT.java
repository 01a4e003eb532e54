package pipeline.local;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import pipeline.testkit.embedded.EmbeddedBrokerProcess;

/** Tests the whole system on the embedded broker. */
@Tag("long")
class EmbeddedBrokerSystemIT extends WholeSystemContract {
  private static EmbeddedBrokerProcess broker;

  @BeforeAll
  static void startBroker(@TempDir Path home) throws Exception {
    broker = new EmbeddedBrokerProcess(ROOT, home.resolve("broker.log"));
    broker.awaitReady();
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
