package pipeline.rig.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What Linux says a process has used so far.
 *
 * @param cpuSeconds in user and kernel mode, all its threads, to a hundredth
 * @param reapedSeconds the CPU time of its children that have ended and been waited for
 */
public record ProcessUsage(double cpuSeconds, double reapedSeconds) {
  /** USER_HZ, which is 100 on every architecture that runs Java. */
  private static final double TICKS_PER_SECOND = 100;

  private static final int UTIME = 11;
  private static final double KIB_PER_MIB = 1024;
  private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** The least number of looks in that time: while the machine stands still, there are none. */
  private static final int QUIET_LOOKS = 8;

  /** The CPU time that is work: an idle JVM uses one of the kernel's ticks now and then. */
  private static final double WORK_SECONDS = 0.015;

  public static ProcessUsage of(long pid) throws IOException {
    return parse(Files.readString(Path.of("/proc", Long.toString(pid), "stat")));
  }

  /** Reads a line of {@code /proc/PID/stat}; the command in it may hold spaces and parentheses. */
  static ProcessUsage parse(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).trim().split(" ", -1);
    return new ProcessUsage(
        ticks(fields[UTIME], fields[UTIME + 1]), ticks(fields[UTIME + 2], fields[UTIME + 3]));
  }

  private static double ticks(String user, String system) {
    return (Long.parseLong(user) + Long.parseLong(system)) / TICKS_PER_SECOND;
  }

  /** The resident memory of the process in MiB: the most that it ever had. */
  public static double residentMib(long pid) throws IOException {
    Path status = Path.of("/proc", Long.toString(pid), "status");
    return statusMib(Files.readString(status, StandardCharsets.ISO_8859_1), "VmHWM:");
  }

  /** The value of a line such as {@code VmHWM: 1234 kB} in {@code /proc/PID/status}. */
  static double statusMib(String status, String label) {
    return status
        .lines()
        .filter(line -> line.startsWith(label))
        .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")) / KIB_PER_MIB)
        .findFirst()
        .orElse(0);
  }

  /**
   * Waits until a consumer has nothing left to do. An empty queue does not say so, since messages
   * may still be at the consumer, unacknowledged or, with automatic acks, in its memory; its CPU
   * time does.
   *
   * @return the {@code nanoTime} since which the process has done next to nothing for half a second
   */
  public static long awaitIdle(long pid, Duration limit) throws IOException {
    long deadline = System.nanoTime() + limit.toNanos();
    double used = of(pid).cpuSeconds();
    long since = System.nanoTime();
    int looks = 0;
    while (looks < QUIET_LOOKS || System.nanoTime() - since < QUIET_NANOS) {
      if (System.nanoTime() > deadline) {
        throw new IOException("process " + pid + " still works after " + limit);
      }
      LockSupport.parkNanos(POLL_NANOS);
      double now = of(pid).cpuSeconds();
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
