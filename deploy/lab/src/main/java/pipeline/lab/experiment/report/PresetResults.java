package pipeline.lab.experiment.report;

import java.util.List;
import java.util.Locale;
import pipeline.lab.experiment.preset.Grid;
import pipeline.lab.experiment.preset.Preset;

/**
 * All that is known of a preset. Immutable.
 *
 * @param command as it can be pasted into a shell
 * @param grids its experiments that have begun, in order
 */
public record PresetResults(Preset preset, String command, List<GridResults> grids) {

  /** One experiment of the preset with its results. */
  public record GridResults(Grid grid, Results results) {}

  public PresetResults {
    grids = List.copyOf(grids);
  }

  /** The report's name on the page, {@code R1} for preset r1; a bench has a name as well. */
  String report() {
    return preset.isReport() ? preset.name().toUpperCase(Locale.ROOT) : "Bench " + preset.name();
  }
}
