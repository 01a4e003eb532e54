package pipeline.consumer.thread;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.commons.lang3.concurrent.BasicThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks at a fixed delay on one thread, until closed; an error is logged and the next run
 * follows. Thread-safe.
 */
public final class RepeatingTimer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RepeatingTimer.class);
  private static final long END_SECONDS = 5;

  private final String name;
  private final ScheduledExecutorService timer;

  /** A timer without tasks; {@code name} is its thread's. */
  public RepeatingTimer(String name) {
    this.name = name;
    this.timer =
        Executors.newSingleThreadScheduledExecutor(
            BasicThreadFactory.builder().namingPattern(name).build());
  }

  /** Runs the task after {@code millis}, and again {@code millis} after each end. */
  public void every(long millis, Runnable task) {
    var unused =
        timer.scheduleWithFixedDelay(() -> run(task), millis, millis, TimeUnit.MILLISECONDS);
  }

  private void run(Runnable task) {
    try {
      task.run();
    } catch (Throwable e) {
      try {
        LOG.warn("{} goes on after an error", name, e);
      } catch (Throwable again) {
        // without memory even for this, the next run follows
      }
    }
  }

  /**
   * Stops the timer, and waits, at most 5 s, until the task that was running has ended. That is not
   * interrupted: an interrupt would close the file that it reads, for all others too.
   */
  @Override
  public void close() {
    timer.shutdown();
    try {
      timer.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
