package pipeline.lab.experiment.preset;

import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import pipeline.lab.experiment.result.Metric;

/**
 * One experiment of a preset, as its file has it. Immutable.
 *
 * @param name of its directory
 * @param about what to look at, in a sentence or two
 * @param full the arguments of {@code deploy/experiment}, from the root of the checkout
 * @param quick the arguments of a short run, where they are others; empty if it is left out of that
 * @param published what the report has for these cells
 * @param measured metrics that are shown without any figures of the report's
 * @param plots the metrics that are drawn
 * @param serverThreads with which to predict the rates from that of one client thread; 0 for no
 *     prediction
 */
public record Grid(
    String name,
    String title,
    String about,
    String full,
    String quick,
    Published published,
    List<Metric> measured,
    List<Metric> plots,
    int serverThreads) {
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\\S+");

  /** Takes nothing for what is left out of the file. */
  public Grid {
    quick = Objects.requireNonNullElse(quick, full);
    published = Objects.requireNonNullElse(published, Published.NOTHING);
    measured = List.copyOf(Objects.requireNonNullElse(measured, List.of()));
    plots = List.copyOf(Objects.requireNonNullElse(plots, List.of()));
  }

  /** The arguments of a short or of a whole run. */
  public List<String> arguments(boolean isQuick) {
    return words(isQuick ? quick : full);
  }

  /** Splits arguments as a shell does: the text in a pair of quotes is one word. */
  static List<String> words(String arguments) {
    return WORD.matcher(arguments)
        .results()
        .map(word -> word.group(1) == null ? word.group() : word.group(1))
        .toList();
  }
}
