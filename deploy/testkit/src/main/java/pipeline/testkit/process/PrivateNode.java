package pipeline.testkit.process;

import java.io.Closeable;
import java.io.IOException;

/** A service of our own, such as a broker: it can be killed and started again with its data. */
public interface PrivateNode extends Closeable {
  /** The service's process. */
  ChildProcess node();

  /** Starts the service with what it had on disk, and returns when it can be used. */
  default void start() throws IOException, InterruptedException {
    node().start();
    awaitReady();
  }

  /**
   * Waits until the service can be used.
   *
   * @throws ProgramException it ended, or cannot in time
   */
  void awaitReady() throws IOException, InterruptedException;

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

  /** Kills the service for good; the files are the caller's. */
  @Override
  default void close() {
    node().close();
  }
}
