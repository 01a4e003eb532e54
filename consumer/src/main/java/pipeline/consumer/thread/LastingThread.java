package pipeline.consumer.thread;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A part with a thread that the process cannot work without: if it throws, the process ends and is
 * restarted.
 */
public abstract class LastingThread implements AutoCloseable {
  private static final long END_MILLIS = TimeUnit.SECONDS.toMillis(5);

  private final String name;
  private final Consumer<Throwable> crash;

  /** Null until the part is started. */
  private volatile Thread thread;

  /**
   * A part that does nothing until it is started.
   *
   * @param name of the thread
   * @param crash ends the process
   */
  protected LastingThread(String name, Consumer<Throwable> crash) {
    this.name = name;
    this.crash = crash;
  }

  /** Works until it is done or interrupted. */
  protected abstract void work() throws InterruptedException;

  private void run() {
    try {
      work();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Throwable e) {
      crash.accept(e);
    }
  }

  public void start() {
    thread = new Thread(this::run, name);
    thread.start();
  }

  /** Interrupts the work, and waits for its end, but no longer than 5 s. */
  @Override
  public void close() {
    if (thread != null) {
      thread.interrupt();
    }
    awaitEnd();
  }

  protected final void awaitEnd() {
    try {
      if (thread != null) {
        thread.join(END_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
