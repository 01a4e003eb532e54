package pipeline.server.lifecycle;

import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;

/** A thread of its own for what must happen in time, and its end. Thread-safe. */
public final class Deadlines implements AutoCloseable {
  private static final Duration CLOSE_LIMIT = Duration.ofMillis(500);

  private final Threads threads;
  private final ScheduledThreadPoolExecutor executor;

  public Deadlines(String name) {
    threads = new Threads(name);
    executor = new ScheduledThreadPoolExecutor(1, threads);
    executor.setRemoveOnCancelPolicy(true);
    executor.prestartAllCoreThreads();
  }

  public ScheduledThreadPoolExecutor executor() {
    return executor;
  }

  /** Forgets what is planned and waits for what is running. */
  @Override
  public void close() {
    executor.shutdownNow();
    threads.awaitEnd(CLOSE_LIMIT);
  }
}
