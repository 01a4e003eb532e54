package pipeline.rig.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

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
}
