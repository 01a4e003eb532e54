package pipeline.lab.experiment.run;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import pipeline.lab.experiment.result.Metric;

/**
 * How counts differ from what they must be. Immutable.
 *
 * @param exact whether they do not
 * @param words with repetition; empty where no words are counted
 */
record Losses(boolean exact, Miscount lines, Optional<Miscount> words) {

  /** How many counts are missing, and how many are too many. */
  record Miscount(long lost, long doubled) {

    static Miscount of(long expected, long counted) {
      return new Miscount(Math.max(0, expected - counted), Math.max(0, counted - expected));
    }

    /** Sums the differences of all names. */
    static Miscount of(Map<String, Long> expected, Map<String, Long> counted) {
      long lost = 0;
      long doubled = 0;
      Map<String, Long> rest = new HashMap<>(counted);
      for (Map.Entry<String, Long> name : expected.entrySet()) {
        Long found = rest.remove(name.getKey());
        Miscount miscount = of(name.getValue(), found == null ? 0 : found);
        lost += miscount.lost;
        doubled += miscount.doubled;
      }
      doubled += rest.values().stream().mapToLong(Long::longValue).sum();
      return new Miscount(lost, doubled);
    }

    boolean isNone() {
      return lost == 0 && doubled == 0;
    }
  }

  void enter(Map<Metric, Double> values) {
    values.put(Metric.LOST, (double) lines.lost());
    values.put(Metric.DOUBLED, (double) lines.doubled());
    words.ifPresent(
        miscount -> {
          values.put(Metric.LOST_WORDS, (double) miscount.lost());
          values.put(Metric.DOUBLED_WORDS, (double) miscount.doubled());
        });
  }

  /** The losses in words; empty if the counts are exact. */
  String note() {
    if (exact) {
      return "";
    }
    return "%s lines%s lost, %s%s counted twice"
        .formatted(
            lines.lost(),
            words.map(miscount -> " (%s words)".formatted(miscount.lost())).orElse(""),
            lines.doubled(),
            words.map(miscount -> " (%s words)".formatted(miscount.doubled())).orElse(""));
  }
}
