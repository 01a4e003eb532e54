package pipeline.rig;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A command line with what it needs in its environment. Immutable.
 *
 * @param name of its log file
 */
public record Program(String name, List<String> command, Map<String, String> environment) {

  public static Program of(String name, String... command) {
    return new Program(name, List.of(command), Map.of());
  }

  public Program with(String variable, String value) {
    return with(Map.of(variable, value));
  }

  public Program with(Map<String, String> variables) {
    Map<String, String> more = new HashMap<>(environment);
    more.putAll(variables);
    return new Program(name, command, Map.copyOf(more));
  }

  public Program plus(String... arguments) {
    List<String> longer = new ArrayList<>(command);
    longer.addAll(List.of(arguments));
    return new Program(name, List.copyOf(longer), environment);
  }

  /** A builder that starts the program; {@link Parts} follows it. */
  public ProcessBuilder builder() {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    return builder;
  }
}
