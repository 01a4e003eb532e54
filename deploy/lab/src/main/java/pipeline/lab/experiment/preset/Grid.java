package pipeline.lab.experiment.preset;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import pipeline.lab.experiment.result.Metric;

/**
 * One experiment of a preset. Immutable.
 *
 * @param name of its directory
 * @param about what to look at, in a sentence or two
 * @param full the arguments of {@code deploy/experiment}, from the root of the checkout
 * @param quick the same for a short run; none if it is left out of that
 * @param published what the report has for these cells
 * @param measured metrics that are shown without any figures of the report's
 * @param plots the metrics that are drawn
 * @param against a factor, to show how the rates of its levels differ from that of the first; empty
 *     for none
 * @param serverThreads with which to predict the rates from that of one client thread; empty for no
 *     prediction
 */
public record Grid(
    String name,
    String title,
    String about,
    List<String> full,
    List<String> quick,
    Published published,
    List<Metric> measured,
    List<Metric> plots,
    String against,
    OptionalInt serverThreads) {
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\\S+");

  public Grid {
    full = List.copyOf(full);
    quick = List.copyOf(quick);
    measured = List.copyOf(measured);
    plots = List.copyOf(plots);
  }

  static Grid of(Map<?, ?> grid) {
    return new Grid(
        Preset.text(grid, "name"),
        Preset.text(grid, "title"),
        Preset.text(grid, "about"),
        words(Preset.text(grid, "full")),
        words(Preset.text(grid, "quick")),
        grid.containsKey("published") ? Published.of(grid) : Published.NOTHING,
        metrics(grid, "measured"),
        metrics(grid, "plots"),
        grid.containsKey("against") ? Preset.text(grid, "against") : "",
        grid.get("serverThreads") instanceof Integer number
            ? OptionalInt.of(number)
            : OptionalInt.empty());
  }

  private static List<Metric> metrics(Map<?, ?> grid, String name) {
    return grid.containsKey(name) ? Preset.metrics(Preset.list(grid, name)) : List.of();
  }

  /** Splits arguments as a shell does: the text in a pair of quotes is one word. */
  static List<String> words(String arguments) {
    return WORD.matcher(arguments)
        .results()
        .map(word -> word.group(1) == null ? word.group() : word.group(1))
        .toList();
  }

  /** The arguments of a short or of a whole run. */
  public List<String> arguments(boolean isQuick) {
    return isQuick ? quick : full;
  }
}
