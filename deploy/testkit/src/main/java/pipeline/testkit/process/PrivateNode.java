package pipeline.testkit.process;

import java.io.Closeable;
import java.io.IOException;

/** A service of our own, such as a broker: it can be killed and started again with its data. */
public interface PrivateNode extends Closeable {
  /** The service's process. */
  SupervisedProcess node();

  /** Starts the service with what it had on disk, and returns when it can be used. */
  void start() throws IOException, InterruptedException, StuckException;

  /** Waits until the service can be used. */
  void awaitReady() throws InterruptedException, StuckException;

  /** Kills the service by SIGKILL; {@link #start} starts it again. */
  default void kill() {
    node().kill();
  }

  /** Stops the service by SIGSTOP. */
  default void freeze() throws IOException {
    node().freeze();
  }

  /** Continues the service by SIGCONT. */
  default void thaw() throws IOException {
    node().thaw();
  }
}
