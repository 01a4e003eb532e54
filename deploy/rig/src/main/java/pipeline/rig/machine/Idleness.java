package pipeline.rig.machine;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Tells when a consumer has nothing left to do. An empty queue does not say so, since messages may
 * still be at the consumer, unacknowledged or, with automatic acks, in its memory; its CPU time
 * does.
 */
public final class Idleness {
  private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** The least number of looks in that time: while the machine stands still, there are none. */
  private static final int QUIET_LOOKS = 8;

  /** The CPU time that is work: an idle JVM uses one of the kernel's ticks now and then. */
  private static final double WORK_SECONDS = 0.015;

  private Idleness() {}

  /** The {@code nanoTime} since which the process has done next to nothing for half a second. */
  public static long await(long pid, Duration limit) throws IOException {
    long deadline = System.nanoTime() + limit.toNanos();
    double used = ProcessUsage.of(pid).cpuSeconds();
    long since = System.nanoTime();
    int looks = 0;
    while (looks < QUIET_LOOKS || System.nanoTime() - since < QUIET_NANOS) {
      if (System.nanoTime() > deadline) {
        throw new IOException("process " + pid + " still works after " + limit);
      }
      LockSupport.parkNanos(POLL_NANOS);
      double now = ProcessUsage.of(pid).cpuSeconds();
      looks++;
      if (now - used > WORK_SECONDS) {
        used = now;
        since = System.nanoTime();
        looks = 0;
      }
    }
    return since;
  }
}
