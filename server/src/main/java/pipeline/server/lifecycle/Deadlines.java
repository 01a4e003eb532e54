package pipeline.server.lifecycle;

import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;

/** A thread for tasks with a deadline. Thread-safe. */
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

  /** Drops the planned tasks and waits for the running one. */
  @Override
  public void close() {
    executor.shutdownNow();
    threads.awaitEnd(CLOSE_LIMIT);
  }
}
