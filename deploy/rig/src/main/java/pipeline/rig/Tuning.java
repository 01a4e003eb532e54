package pipeline.rig;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one component is started with. Immutable.
 *
 * @param flags of its JVM
 * @param settings its environment
 * @param options its command line, by name
 * @param cpus those that it is kept on, such as {@code 0-1}; empty for all
 */
public record Tuning(
    List<String> flags, Map<String, String> settings, Map<String, String> options, String cpus) {
  static final Tuning NONE = new Tuning(List.of(), Map.of(), Map.of(), "");

  public Tuning withFlags(List<String> more) {
    List<String> all = new ArrayList<>(flags);
    all.addAll(more);
    return new Tuning(List.copyOf(all), settings, options, cpus);
  }

  /** Sets an option if the name begins with {@code --}, else a variable of the environment. */
  Tuning with(String name, String value) {
    return name.startsWith("--")
        ? new Tuning(flags, settings, put(options, name, value), cpus)
        : new Tuning(flags, put(settings, name, value), options, cpus);
  }

  private static Map<String, String> put(Map<String, String> map, String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(map);
    more.put(name, value);
    return Collections.unmodifiableMap(more);
  }

  List<String> arguments() {
    List<String> all = new ArrayList<>();
    options.forEach((name, value) -> all.addAll(List.of(name, value)));
    return all;
  }

  Tuning on(String others) {
    return new Tuning(flags, settings, options, others);
  }

  /** The program, kept on these CPUs; a JVM then counts no others. */
  public Program placed(Program program) {
    return cpus.isEmpty()
        ? program
        : new Program(program.name(), List.of("taskset", "-c", cpus), program.environment())
            .plus(program.command().toArray(String[]::new));
  }
}
