package pipeline.consumer.thread;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.commons.lang3.function.FailableRunnable;

/**
 * A thread that the process cannot work without: if it throws, the process ends and is restarted.
 * Thread-safe.
 */
public final class LastingThread {
  private final Thread thread;

  /**
   * A thread that does nothing until it is started.
   *
   * @param work ends when it is done or interrupted
   * @param crash ends the process
   */
  public LastingThread(
      String name, FailableRunnable<InterruptedException> work, Consumer<Throwable> crash) {
    thread = new Thread(() -> run(work, crash), name);
  }

  private static void run(FailableRunnable<InterruptedException> work, Consumer<Throwable> crash) {
    try {
      work.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Throwable e) {
      crash.accept(e);
    }
  }

  public void start() {
    thread.start();
  }

  /** Asks the work to end. */
  public void interrupt() {
    thread.interrupt();
  }

  /** Waits for the end of the work, but no longer than {@code seconds}. */
  public void awaitEnd(long seconds) {
    try {
      thread.join(TimeUnit.SECONDS.toMillis(seconds));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
