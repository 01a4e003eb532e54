package pipeline.lab.process;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import pipeline.testkit.process.Await;
import pipeline.testkit.process.Tool;

/**
 * Keeps a process that runs to a share of the CPUs, by a group of the kernel's control groups, of
 * version 2 or 1; where it has neither, by {@code taskset}, which knows whole CPUs only. Closing it
 * sets the process free. Used by one thread.
 */
public final class CpuLimit implements Closeable {
  private static final Path GROUPS = Path.of("/sys/fs/cgroup");
  private static final String PREFIX = "pipeline-lab-";
  private static final String MEMBERS = "cgroup.procs";
  private static final Duration LEAVE_LIMIT = Duration.ofSeconds(5);

  /** Short, so that a process is not stopped for long at a time. */
  private static final int PERIOD_MICROS = 10_000;

  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final long pid;

  /** Empty where it is by taskset. */
  private final Optional<Path> group;

  /** Where the process was before. */
  private final Path home;

  private CpuLimit(long pid, Optional<Path> group, Path home) {
    this.pid = pid;
    this.group = group;
    this.home = home;
  }

  /** In how many periods the process could have run, and in how many it was stopped. */
  public record Periods(long all, long throttled) {
    public Periods since(Periods earlier) {
      return new Periods(all - earlier.all, throttled - earlier.throttled);
    }
  }

  /**
   * Limits a process to {@code cpus} CPUs.
   *
   * @param cpus at least 0.1
   * @return empty where that is not available
   */
  public static Optional<CpuLimit> on(long pid, double cpus) throws IOException {
    Optional<CpuLimit> grouped = byGroup(pid, cpus);
    return grouped.isPresent() ? grouped : byTaskset(pid, cpus);
  }

  private static Optional<CpuLimit> byGroup(long pid, double cpus) throws IOException {
    String quota = Long.toString(Math.round(cpus * PERIOD_MICROS));
    for (Path root : List.of(GROUPS, GROUPS.resolve("cpu"), GROUPS.resolve("cpu,cpuacct"))) {
      if (!Files.isWritable(root.resolve(MEMBERS))) {
        continue;
      }
      Path group =
          root.resolve(PREFIX + ProcessHandle.current().pid() + "-" + NUMBER.incrementAndGet());
      try {
        sweep(root);
        Files.createDirectory(group);
        if (Files.exists(group.resolve("cpu.max"))) {
          write(group.resolve("cpu.max"), quota + " " + PERIOD_MICROS);
        } else {
          write(group.resolve("cpu.cfs_period_us"), Integer.toString(PERIOD_MICROS));
          write(group.resolve("cpu.cfs_quota_us"), quota);
        }
        Path home = home(root, pid);
        write(group.resolve(MEMBERS), Long.toString(pid));
        return Optional.of(new CpuLimit(pid, Optional.of(group), home));
      } catch (IOException e) {
        // this one has no CPU controller, or none for us
        Files.deleteIfExists(group);
      }
    }
    return Optional.empty();
  }

  /** Not as a new file: the kernel's are there, or there is no such limit. */
  private static void write(Path file, String value) throws IOException {
    if (!Files.exists(file)) {
      throw new NoSuchFileException(file.toString());
    }
    Files.writeString(file, value);
  }

  /** Removes groups of processes that were killed before they could do it. */
  private static void sweep(Path root) throws IOException {
    try (Stream<Path> entries = Files.list(root)) {
      for (Path group :
          entries.filter(each -> isAbandoned(each.getFileName().toString())).toList()) {
        Files.deleteIfExists(group);
      }
    }
  }

  private static boolean isAbandoned(String name) {
    return name.matches(PREFIX + "\\d+-\\d+")
        && ProcessHandle.of(Long.parseLong(name.split("-", -1)[2])).isEmpty();
  }

  /** The group of a process, by the lines {@code 1:cpu:/path} and {@code 0::/path}. */
  private static Path home(Path root, long pid) throws IOException {
    String controller = root.equals(GROUPS) ? "" : "cpu";
    return Files.readAllLines(Path.of("/proc", Long.toString(pid), "cgroup")).stream()
        .map(line -> line.split(":", 3))
        .filter(line -> Arrays.asList(line[1].split(",", -1)).contains(controller))
        .map(line -> root.resolve(line[2].substring(1)))
        .findFirst()
        .orElse(root);
  }

  private static Optional<CpuLimit> byTaskset(long pid, double cpus) throws IOException {
    int whole = (int) cpus;
    if (whole != cpus || whole > Runtime.getRuntime().availableProcessors()) {
      return Optional.empty();
    }
    pin(pid, whole);
    return Optional.of(new CpuLimit(pid, Optional.empty(), GROUPS));
  }

  private static void pin(long pid, int cpus) throws IOException {
    Tool.run("taskset", "-a", "-c", "-p", "0-" + (cpus - 1), Long.toString(pid));
  }

  /** Since the limit was set; none where the kernel does not count. */
  public Periods periods() {
    String counts = group.map(its -> HostUsage.read(its.resolve("cpu.stat"))).orElse("");
    return new Periods(value(counts, "nr_periods "), value(counts, "nr_throttled "));
  }

  private static long value(String counts, String name) {
    return counts
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToLong(line -> Long.parseLong(line.substring(name.length())))
        .sum();
  }

  @Override
  public void close() throws IOException {
    boolean alive = ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    if (group.isEmpty()) {
      if (alive) {
        pin(pid, Runtime.getRuntime().availableProcessors());
      }
      return;
    }
    if (alive) {
      write(home.resolve(MEMBERS), Long.toString(pid));
    }
    remove(group.get());
  }

  /** A process that has just ended stays in its group for a moment. */
  private static void remove(Path group) throws IOException {
    try {
      if (!Await.holds(LEAVE_LIMIT, () -> Files.readString(group.resolve(MEMBERS)).isEmpty())) {
        throw new IOException(group + " is still in use");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Files.delete(group);
  }
}
