package pipeline.server;

import java.util.concurrent.ScheduledThreadPoolExecutor;

/** A thread of its own for what must happen in time, and its end. Thread-safe. */
final class Deadlines implements AutoCloseable {
  private final NamedThreads threads;
  private final ScheduledThreadPoolExecutor executor;

  Deadlines(String name) {
    threads = new NamedThreads(name);
    executor = new ScheduledThreadPoolExecutor(1, threads);
    executor.setRemoveOnCancelPolicy(true);
    executor.prestartAllCoreThreads();
  }

  ScheduledThreadPoolExecutor executor() {
    return executor;
  }

  /** Forgets what is planned and waits for what is running. */
  @Override
  public void close() {
    executor.shutdownNow();
    threads.close();
  }
}
