package pipeline.faults.neighbour;

import java.io.Closeable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.commons.lang3.concurrent.BasicThreadFactory;

/** A neighbour at a run's server, at work on threads of its own until it is closed. Thread-safe. */
public abstract class Visit implements Closeable {
  private static final long CLOSE_SECONDS = 10;

  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          BasicThreadFactory.builder().namingPattern("neighbour-%d").daemon().build());
  private volatile boolean reachedAim;
  private volatile boolean closed;

  Visit() {}

  /** Starts {@code number} threads, which do the work until {@link #close}. */
  final Visit start(int number) {
    for (int i = 0; i < number; i++) {
      threads.execute(this::work);
    }
    return this;
  }

  /** What each thread does; it ends soon after {@link #isClosed}. */
  abstract void work();

  final boolean isClosed() {
    return closed;
  }

  /** Records that the aim is reached. */
  final void reachAim() {
    reachedAim = true;
  }

  /** Whether it had many answers, or has begun a request on each of its connections. */
  public final boolean hasReachedAim() {
    return reachedAim;
  }

  /** Returns when its threads have ended and its connections are closed. */
  @Override
  public final void close() {
    closed = true;
    threads.shutdown();
    try {
      threads.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
