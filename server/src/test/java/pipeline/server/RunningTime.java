package pipeline.server;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import pipeline.server.lifecycle.Threads;

/**
 * A clock that goes on only while threads of this JVM get to run, and is never ahead of the
 * machine's: a limit by it holds on a machine that stands still for some seconds, too. Thread-safe.
 */
public final class RunningTime implements AutoCloseable {
  private static final long TICK_MILLIS = 10;

  private final AtomicLong ticks = new AtomicLong();
  private final ScheduledExecutorService executor =
      Executors.newSingleThreadScheduledExecutor(new Threads("running-time"));

  /** Begins at zero. */
  public RunningTime() {
    // with a delay and not at a rate: ticks that were missed do not come later
    Future<?> unused =
        executor.scheduleWithFixedDelay(
            ticks::incrementAndGet, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** The time since the begin. */
  public Duration passed() {
    return Duration.ofMillis(ticks.get() * TICK_MILLIS);
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
