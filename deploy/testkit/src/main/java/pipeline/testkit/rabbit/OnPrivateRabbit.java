package pipeline.testkit.rabbit;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Gives each test class a RabbitMQ node; tests are skipped where RabbitMQ is not installed. */
public abstract class OnPrivateRabbit {
  /** The node of the class that runs now, since classes run one after another. */
  protected static PrivateRabbit rabbit;

  @BeforeAll
  protected static void startRabbit(@TempDir Path home) throws Exception {
    Assumptions.assumeTrue(PrivateRabbit.isInstalled(), "RabbitMQ is not installed");
    rabbit = new PrivateRabbit(home);
    rabbit.start();
  }

  @AfterAll
  protected static void stopRabbit() {
    if (rabbit != null) {
      rabbit.close();
      rabbit = null;
    }
  }
}
