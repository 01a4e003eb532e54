package pipeline.lab.experiment.run;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import pipeline.lab.experiment.design.Cell;
import pipeline.rig.machine.HostUsage;

/** CPUs that a program is kept on: {@code core0}, or {@code core0-1} for several. */
final class Cores {
  private static final Pattern LEVEL = Pattern.compile("core(\\d{1,2}(?:-\\d{1,2})?)");
  private static final String ALLOWED = "Cpus_allowed_list:";

  private Cores() {}

  /** Whether a level names CPUs; this machine need not have them. */
  static boolean isLevel(String level) {
    return LEVEL.matcher(level).matches() && !numbers(list(level)).isEmpty();
  }

  /** The list that {@code taskset} takes, such as {@code 0-1}. */
  static String list(String level) {
    Matcher matcher = LEVEL.matcher(level);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(level);
    }
    return matcher.group(1);
  }

  /** Why this machine does not have the CPUs of a cell, in one line; empty if it has. */
  static Optional<String> refusal(Cell cell) {
    return refusal(cell, allowed());
  }

  /**
   * Why a machine does not have the CPUs of a cell, in one line; empty if it has.
   *
   * @param machine its CPUs, such as {@code 0-3,8}
   */
  static Optional<String> refusal(Cell cell, String machine) {
    return Stream.of(Setting.CPUS_CLIENT, Setting.CPUS_SERVER, Setting.CPUS_CONSUMER)
        .filter(setting -> !setting.isStandard(cell))
        .filter(setting -> !numbers(machine).containsAll(numbers(list(setting.of(cell)))))
        .map(
            setting ->
                "%s, but there are only the cores %s".formatted(setting.given(cell), machine))
        .findFirst();
  }

  /** The numbers in a list such as {@code 0-3,8}; a range that runs backwards has none. */
  private static Set<Integer> numbers(String list) {
    return Stream.of(list.split(",", -1))
        .map(range -> range.split("-", -1))
        .flatMapToInt(
            ends ->
                IntStream.rangeClosed(
                    Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1])))
        .boxed()
        .collect(Collectors.toSet());
  }

  /** CPUs that a program started from here may run on; in a container not all of the machine's. */
  private static String allowed() {
    return HostUsage.read(Path.of("/proc/self/status"))
        .lines()
        .filter(line -> line.startsWith(ALLOWED))
        .map(line -> line.substring(ALLOWED.length()).strip())
        .findFirst()
        .orElse("0-" + (Runtime.getRuntime().availableProcessors() - 1));
  }
}
