package pipeline.lab.experiment.run;

import java.util.Map;
import java.util.Optional;
import pipeline.lab.experiment.result.Metric;
import pipeline.rig.Proof.Losses;

/**
 * How the counts of a launch differ from what they must be. Immutable.
 *
 * @param exact whether they do not
 * @param words with repetition; empty where no words are counted
 */
record Miscount(boolean exact, Losses lines, Optional<Losses> words) {

  void enter(Map<Metric, Double> values) {
    values.put(Metric.LOST, (double) lines.lost());
    values.put(Metric.DOUBLED, (double) lines.doubled());
    words.ifPresent(
        its -> {
          values.put(Metric.LOST_WORDS, (double) its.lost());
          values.put(Metric.DOUBLED_WORDS, (double) its.doubled());
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
            words.map(its -> " (%s words)".formatted(its.lost())).orElse(""),
            lines.doubled(),
            words.map(its -> " (%s words)".formatted(its.doubled())).orElse(""));
  }
}
