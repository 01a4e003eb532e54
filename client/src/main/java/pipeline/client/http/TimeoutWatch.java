package pipeline.client.http;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Looks again and again, on a thread of its own, for what has taken too long. A time-out that the
 * socket itself had to keep would cost every read two more system calls.
 */
final class TimeoutWatch implements AutoCloseable {
  private static final int LOOKS_PER_TIMEOUT = 20;
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(100);

  private final Runnable look;
  private final long pauseNanos;
  private final StopSignal closed = new StopSignal();
  private final ExecutorService executor = Executors.newSingleThreadExecutor(TimeoutWatch::thread);

  /**
   * Begins at once.
   *
   * @param timeout noticed at most a twentieth late, and at most 100 ms
   */
  TimeoutWatch(Runnable look, Duration timeout) {
    this.look = look;
    this.pauseNanos = Math.min(timeout.toNanos() / LOOKS_PER_TIMEOUT, LONGEST_PAUSE.toNanos());
    executor.execute(this::lookUntilClosed);
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "client-timeouts");
    thread.setDaemon(true);
    return thread;
  }

  private void lookUntilClosed() {
    try {
      while (!closed.await(pauseNanos)) {
        look.run();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns before the thread has ended, which it does after the look it is at. */
  @Override
  public void close() {
    closed.request("closed");
    executor.shutdown();
  }
}
