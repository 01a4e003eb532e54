package pipeline.lab.experiment.run;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.result.Metric;
import pipeline.lab.process.CloseableStack;
import pipeline.lab.process.CpuLimit;
import pipeline.lab.process.CpuLimit.Periods;
import pipeline.lab.process.HostUsage;
import pipeline.lab.system.Component;

/** Holds each process of a launch at the share of the CPUs that its cell says. */
final class CpuLimits implements Closeable {
  private static final double PERCENT = 100;
  private static final String CORE = "core";
  private static final String ALLOWED = "Cpus_allowed_list:";
  private static final Map<Component, Setting> SETTINGS =
      Map.of(
          Component.CLIENT, Setting.CPUS_CLIENT,
          Component.SERVER, Setting.CPUS_SERVER,
          Component.BROKER, Setting.CPUS_BROKER,
          Component.CONSUMER, Setting.CPUS_CONSUMER);

  private final Cell cell;
  private final CloseableStack resources = new CloseableStack();
  private final Map<Component, List<Held>> held = new EnumMap<>(Component.class);

  private record Held(CpuLimit limit, Periods before) {}

  CpuLimits(Cell cell) {
    this.cell = cell;
  }

  /** Why this machine does not have the CPUs of a cell, in one line; empty if it has. */
  static Optional<String> refusal(Cell cell) {
    boolean none = SETTINGS.values().stream().allMatch(setting -> setting.isStandard(cell));
    return none ? Optional.empty() : refusal(cell, ownCores());
  }

  /**
   * The same for any machine.
   *
   * @param cores such as {@code 0-3,8}
   */
  static Optional<String> refusal(Cell cell, String cores) {
    Set<Integer> all = numbers(cores);
    return Arrays.stream(Component.values())
        .map(SETTINGS::get)
        .filter(setting -> setting != null && !setting.isStandard(cell))
        .filter(setting -> !fits(setting.of(cell), all))
        .map(setting -> "%s, but there are only the cores %s".formatted(setting.given(cell), cores))
        .findFirst();
  }

  private static boolean fits(String cpus, Set<Integer> cores) {
    return cpus.startsWith(CORE)
        ? cores.contains(Integer.parseInt(cpus.substring(CORE.length())))
        : Double.parseDouble(cpus) <= cores.size();
  }

  private static Set<Integer> numbers(String list) {
    Set<Integer> numbers = new HashSet<>();
    for (String range : list.split(",", -1)) {
      String[] ends = range.split("-", -1);
      IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
          .forEach(numbers::add);
    }
    return numbers;
  }

  /**
   * Those that a program started from here may run on: not all of the machine's, in a container.
   */
  private static String ownCores() {
    return HostUsage.read(Path.of("/proc/self/status"))
        .lines()
        .filter(line -> line.startsWith(ALLOWED))
        .map(line -> line.substring(ALLOWED.length()).strip())
        .findFirst()
        .orElse("0-" + (Runtime.getRuntime().availableProcessors() - 1));
  }

  /** Sees to it that a process obeys the limit of its component, if there is one. */
  void hold(Component component, long pid) throws IOException {
    String cpus = SETTINGS.get(component).of(cell);
    if (cpus.equals(Setting.NONE) || cpus.startsWith(CORE)) {
      // what has a core has been started on it
      return;
    }
    CpuLimit limit =
        CpuLimit.on(pid, Double.parseDouble(cpus))
            .orElseThrow(
                () ->
                    new IOException(
                        "--cpus %s=%s is not available here".formatted(component, cpus)));
    resources.add(limit);
    held.computeIfAbsent(component, none -> new ArrayList<>())
        .add(new Held(limit, limit.periods()));
  }

  /** From here on it counts how often processes are stopped. */
  void begin() {
    for (List<Held> processes : held.values()) {
      for (int i = 0; i < processes.size(); i++) {
        CpuLimit limit = processes.get(i).limit();
        processes.set(i, new Held(limit, limit.periods()));
      }
    }
  }

  /** In how many of its periods the process that was stopped most often was. */
  void enter(Map<Metric, Double> values) {
    for (Map.Entry<Component, List<Held>> component : held.entrySet()) {
      double most = 0;
      for (Held process : component.getValue()) {
        Periods periods = process.limit().periods().since(process.before());
        most = Math.max(most, PERCENT * periods.throttled() / Math.max(1, periods.all()));
      }
      values.put(Metric.throttled(component.getKey()), most);
    }
  }

  @Override
  public void close() throws IOException {
    resources.close();
  }
}
