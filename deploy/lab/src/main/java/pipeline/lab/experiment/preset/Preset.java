package pipeline.lab.experiment.preset;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Stream;

/**
 * Experiments that redo a published report, or a bench: read from a resource file such as {@code
 * r1.json}. Immutable.
 *
 * @param name of the file, without its ending
 * @param title what the report measured
 * @param question the question its figures answer, one sentence
 * @param differs how our set-up differs from the report's; of a bench, what its tables show
 * @param grids its experiments, in order
 */
public record Preset(String name, String title, String question, String differs, List<Grid> grids) {
  /** The names of those that redo a report. */
  public static final List<String> REPORTS = List.of("r1", "r2", "r3", "r4", "r5");

  /** The names of the benches of {@code deploy/bench}, in the order that it runs them in. */
  public static final List<String> BENCHES =
      List.of("pipeline", "server", "safety", "bulk", "consumer", "footprint", "growth", "link");

  public static final List<String> NAMES =
      Stream.concat(REPORTS.stream(), BENCHES.stream()).toList();

  public Preset {
    grids = List.copyOf(grids);
  }

  /**
   * Reads the resource file.
   *
   * @param name one of {@link #NAMES}
   */
  public static Preset named(String name) {
    try (InputStream in = Preset.class.getResourceAsStream(name + ".json")) {
      return JSON.std.beanFrom(Preset.class, in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether the preset redoes a report, whose published figures stand beside ours. */
  public boolean isReport() {
    return REPORTS.contains(name);
  }

  /** The experiments of a quick or a full run. */
  public List<Grid> grids(boolean quick) {
    return grids.stream().filter(grid -> !grid.arguments(quick).isEmpty()).toList();
  }
}
