package pipeline.lab.experiment.analysis;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One combination of levels. Immutable.
 *
 * @param levels by the factor's name, in the order of the factors
 */
public record Cell(Map<String, String> levels) {

  public Cell {
    levels = Collections.unmodifiableMap(new LinkedHashMap<>(levels));
  }

  /** The level of a factor. */
  public String level(String factor) {
    return levels.get(factor);
  }

  /** This cell with another level of one factor. */
  public Cell with(String factor, String level) {
    Map<String, String> changed = new LinkedHashMap<>(levels);
    changed.put(factor, level);
    return new Cell(changed);
  }
}
