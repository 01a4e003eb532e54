package pipeline.peers;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A command line with what it needs in its environment. Immutable.
 *
 * @param name of its log file
 */
record Program(String name, List<String> command, Map<String, String> environment) {

  static Program of(String name, String... command) {
    return new Program(name, List.of(command), Map.of());
  }

  Program with(String variable, String value) {
    return with(Map.of(variable, value));
  }

  Program with(Map<String, String> variables) {
    Map<String, String> more = new HashMap<>(environment);
    more.putAll(variables);
    return new Program(name, command, Map.copyOf(more));
  }

  Program plus(String... arguments) {
    List<String> longer = new ArrayList<>(command);
    longer.addAll(List.of(arguments));
    return new Program(name, List.copyOf(longer), environment);
  }

  /** The same, kept on one core. */
  Program pinnedTo(int core) {
    List<String> pinned = new ArrayList<>(List.of("taskset", "-c", Integer.toString(core)));
    pinned.addAll(command);
    return new Program(name, List.copyOf(pinned), environment);
  }
}
