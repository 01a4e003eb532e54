package pipeline.lab.experiment.statistics;

import java.util.Comparator;
import java.util.List;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.Launch.Status;
import pipeline.lab.experiment.result.Metric;

/**
 * Pairs that are missing because launches do not count. Immutable.
 *
 * @param where with which settings of the other factors, such as {@code with threads 128}; empty if
 *     that does not matter
 * @param missing how many pairs
 * @param of how many there would be
 * @param broken the launches that do not count
 */
record MissingPairs(String where, int missing, int of, List<Launch> broken) {

  /** Those of all settings. */
  static MissingPairs together(List<MissingPairs> settings) {
    return new MissingPairs(
        "",
        settings.stream().mapToInt(MissingPairs::missing).sum(),
        settings.stream().mapToInt(MissingPairs::of).sum(),
        settings.stream().flatMap(missingPairs -> missingPairs.broken().stream()).toList());
  }

  /**
   * Why too few pairs are left, such as {@code 8 of 8 runs with threads 128 lost lines}: of the
   * worst setting, or of all if none is any better; empty if enough are left of each.
   */
  static String invalid(List<MissingPairs> settings) {
    List<MissingPairs> bad = settings.stream().filter(MissingPairs::areTooMany).toList();
    if (!bad.isEmpty() && bad.size() == settings.size()) {
      return together(bad).why();
    }
    return bad.stream()
        .max(Comparator.comparingInt(MissingPairs::missing))
        .map(MissingPairs::why)
        .orElse("");
  }

  boolean areTooMany() {
    return missing > BlockMeans.MOST_MISSING * of;
  }

  private String why() {
    String which = where.isEmpty() ? "" : " " + where;
    return "%s of %s runs%s %s".formatted(missing, of, which, what());
  }

  private String what() {
    if (!broken.stream().allMatch(launch -> launch.status() == Status.LOST)) {
      return "failed";
    }
    // every line can be there, and its words miscounted
    return broken.stream().anyMatch(launch -> launch.value(Metric.LOST).orElse(1) > 0)
        ? "lost lines"
        : "miscounted";
  }
}
