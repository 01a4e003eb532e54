package pipeline.local;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import pipeline.testkit.rabbit.PrivateRabbit;

/** Tests the whole system on a real RabbitMQ node of its own. */
@Tag("long")
class RabbitSystemIT extends WholeSystemContract {
  private static PrivateRabbit rabbit;

  @BeforeAll
  static void startBroker(@TempDir Path home) throws Exception {
    rabbit = new PrivateRabbit(home);
    rabbit.start();
  }

  @AfterAll
  static void stopBroker() throws Exception {
    rabbit.close();
  }

  @Override
  String brokerUrl() {
    return PrivateRabbit.url(rabbit.port());
  }
}
