package pipeline.lab.experiment.analysis;

import java.util.HashSet;
import java.util.List;

/**
 * One thing that an experiment varies. Immutable.
 *
 * @param name as it is given, such as {@code consumer-threads}
 * @param levels its values; the first is the base's
 */
public record Factor(String name, List<String> levels) {

  /**
   * Checks the levels.
   *
   * @throws IllegalArgumentException one is there twice
   */
  public Factor {
    levels = List.copyOf(levels);
    if (new HashSet<>(levels).size() < levels.size()) {
      throw new IllegalArgumentException("--" + name + " has a value twice: " + levels);
    }
  }

  /** The level that the others are compared with. */
  public String base() {
    return levels.get(0);
  }

  /** Whether the factor has levels to compare. */
  public boolean isVaried() {
    return levels.size() > 1;
  }
}
