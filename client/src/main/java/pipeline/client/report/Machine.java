package pipeline.client.report;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * Where the client ran.
 *
 * @param memoryBytes all of the machine's memory
 */
public record Machine(int cores, long memoryBytes, String os, String jvm) {
  public static Machine here() {
    return new Machine(
        Runtime.getRuntime().availableProcessors(),
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize(),
        String.join(
            " ",
            System.getProperty("os.name"),
            System.getProperty("os.version"),
            System.getProperty("os.arch")),
        System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
  }
}
