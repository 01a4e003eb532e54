package pipeline.testkit.rabbit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import pipeline.testkit.process.Tool;

/**
 * Gives all test classes of a module one RabbitMQ node; tests are skipped where RabbitMQ is not
 * installed. A test that changes the node sets it right again.
 */
@ExtendWith(OnPrivateRabbit.StartOnce.class)
public abstract class OnPrivateRabbit {
  /** The node, which runs from the first of the classes until the last test of all has ended. */
  protected static PrivateRabbit rabbit;

  /** Starts the node before the first class. */
  static final class StartOnce implements BeforeAllCallback {
    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
      Assumptions.assumeTrue(PrivateRabbit.isInstalled(), "RabbitMQ is not installed");
      ExtensionContext.Store store = context.getRoot().getStore(Namespace.create(StartOnce.class));
      if (store.get(Node.class) == null) {
        Path home = Files.createTempDirectory("rabbit");
        PrivateRabbit started = new PrivateRabbit(home);
        store.put(Node.class, new Node(started, home));
        started.start();
        rabbit = started;
      }
    }
  }

  /** A node that ends with the tests, and its files with it. */
  private record Node(PrivateRabbit rabbit, Path home) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      rabbit.close();
      Tool.run("rm", "-r", home.toString());
    }
  }
}
