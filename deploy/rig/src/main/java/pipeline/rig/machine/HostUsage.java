package pipeline.rig.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What Linux says the machine has done so far, in seconds of all its CPUs together.
 *
 * @param busy neither idle nor waiting for a disk
 * @param all busy, idle and what the host of a virtual machine took
 * @param pressed the clock's seconds in which some thread waited for a CPU; 0 where the kernel does
 *     not say
 */
public record HostUsage(double busy, double all, double pressed) {
  private static final double TICKS_PER_SECOND = 100;
  private static final double MICROS = 1e6;
  private static final int IDLE = 3;
  private static final int IO_WAIT = 4;
  private static final int STEAL = 7;
  private static final Path PRESSURE = Path.of("/proc/pressure/cpu");
  private static final Pattern SOME = Pattern.compile("some .*total=(\\d+)");

  /** What the machine has done so far. */
  public static HostUsage now() {
    return parse(read(Path.of("/proc/stat")), read(PRESSURE));
  }

  /** The memory of the machine in MiB; 0 where the kernel does not say. */
  public static double memoryMib() {
    return ProcessUsage.statusMib(read(Path.of("/proc/meminfo")), "MemTotal:");
  }

  /**
   * The content of a file of the kernel; empty for one that is missing or refuses to be read, as
   * the pressure's does where the kernel was started without it.
   */
  public static String read(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }

  /** Reads the first line of {@code /proc/stat}, and {@code /proc/pressure/cpu}, maybe empty. */
  static HostUsage parse(String stat, String pressure) {
    String[] fields = stat.lines().findFirst().orElse("").trim().split(" +", -1);
    double all = 0;
    for (int i = 1; i <= STEAL + 1; i++) {
      all += ticks(fields, i - 1);
    }
    double idle = ticks(fields, IDLE) + ticks(fields, IO_WAIT);
    Matcher some = SOME.matcher(pressure);
    double pressed = some.find() ? Long.parseLong(some.group(1)) / MICROS : 0;
    return new HostUsage(all - idle - ticks(fields, STEAL), all, pressed);
  }

  private static double ticks(String[] fields, int column) {
    return Long.parseLong(fields[column + 1]) / TICKS_PER_SECOND;
  }

  /** What the machine has done since {@code earlier}. */
  public HostUsage since(HostUsage earlier) {
    return new HostUsage(busy - earlier.busy, all - earlier.all, pressed - earlier.pressed);
  }
}
