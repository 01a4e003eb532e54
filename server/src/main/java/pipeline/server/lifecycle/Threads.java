package pipeline.server.lifecycle;

import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.ThreadFactory;
import java.util.function.Predicate;
import org.apache.commons.lang3.ThreadUtils;
import org.apache.commons.lang3.concurrent.BasicThreadFactory;

/**
 * Makes daemon threads called {@code <name>-<number>}, and can wait for their end, as Tomcat
 * complains about a thread that outlives its application. Thread-safe.
 */
public final class Threads implements ThreadFactory {
  private final ThreadGroup group;
  private final ThreadFactory factory;

  public Threads(String name) {
    group = new ThreadGroup(name);
    factory =
        BasicThreadFactory.builder()
            .wrappedFactory(work -> new Thread(group, work))
            .namingPattern(name + "-%d")
            .daemon(true)
            .build();
  }

  @Override
  public Thread newThread(Runnable work) {
    return factory.newThread(work);
  }

  /**
   * Waits for all threads to end, at most this long or until interrupted; false if some have not.
   */
  public boolean awaitEnd(Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    try {
      for (Thread thread : alive()) {
        ThreadUtils.join(thread, Duration.ofNanos(Math.max(1_000_000, end - System.nanoTime())));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return alive().isEmpty();
  }

  private Collection<Thread> alive() {
    Predicate<Thread> alive = Thread::isAlive;
    return ThreadUtils.findThreads(group, true, alive);
  }
}
