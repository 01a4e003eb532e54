package pipeline.rig.machine;

import java.io.IOException;

/**
 * What processes have used of the machine so far, in seconds.
 *
 * @param cpu on a CPU, in user and kernel mode
 * @param waiting ready to run, but without a CPU; threads that have ended are not counted
 */
public record Usage(double cpu, double waiting) {
  public static final Usage NONE = new Usage(0, 0);

  /** The usage of a process that runs. */
  public static Usage of(long pid) throws IOException {
    return new Usage(ProcessUsage.of(pid).cpuSeconds(), ProcessUsage.waitSeconds(pid));
  }

  public Usage plus(Usage other) {
    return new Usage(cpu + other.cpu, waiting + other.waiting);
  }

  /** What was used since {@code earlier}; never less than nothing, as when a thread has ended. */
  public Usage since(Usage earlier) {
    return new Usage(Math.max(0, cpu - earlier.cpu), Math.max(0, waiting - earlier.waiting));
  }
}
