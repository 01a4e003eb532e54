package pipeline.faults.hostile;

import java.io.Closeable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.commons.lang3.concurrent.BasicThreadFactory;

/**
 * A hostile client at a run's server, at work on threads of its own until it is closed.
 * Thread-safe.
 */
public abstract class HostileLoad implements Closeable {
  private static final long CLOSE_SECONDS = 10;

  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          BasicThreadFactory.builder().namingPattern("hostile-%d").daemon().build());
  private volatile boolean reachedAim;
  private volatile boolean closed;

  HostileLoad() {}

  /** Starts {@code number} threads, which do the work until {@link #close}. */
  final HostileLoad start(int number) {
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

  /** Whether the client had many answers, or has begun a request on each of its connections. */
  public final boolean hasReachedAim() {
    return reachedAim;
  }

  /** Ends the client; returns when its threads have ended and its connections are closed. */
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
