package pipeline.server;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes daemon threads called {@code <name>-<number>} and knows which of them live, so that whoever
 * owns them can see them end: Tomcat complains about a thread that outlives its application.
 * Thread-safe.
 */
final class NamedThreads implements ThreadFactory, AutoCloseable {
  private static final long CLOSE_MILLIS = 500;

  private final String name;
  private final AtomicInteger made = new AtomicInteger();
  private final Set<Thread> living = ConcurrentHashMap.newKeySet();

  NamedThreads(String name) {
    this.name = name;
  }

  @Override
  public Thread newThread(Runnable work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } finally {
                living.remove(Thread.currentThread());
              }
            },
            name + "-" + made.incrementAndGet()) {
          @Override
          public synchronized void start() {
            living.add(this);
            super.start();
          }
        };
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Waits for all of them to end, at most this long or until interrupted; false if some have not.
   */
  boolean join(long millis) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    try {
      for (Thread thread : living) {
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        thread.join(Math.max(1, left));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return living.isEmpty();
  }

  /** Waits a moment for threads that have been told to end. */
  @Override
  public void close() {
    join(CLOSE_MILLIS);
  }
}
