package pipeline.consumer;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** Tallies and what they hold. */
final class Tallies {
  private Tallies() {}

  static Tally empty() {
    return withMaxRuns(1_000);
  }

  static Tally withMaxRuns(int maxRuns) {
    return new Tally(
        new WordTotals(), new RunLedger(maxRuns, Duration.ofDays(30), System::currentTimeMillis));
  }

  static Map<String, Long> counts(Tally tally) {
    Map<String, Long> counts = new TreeMap<>();
    tally.words().all().forEach(word -> counts.put(word.word(), word.count()));
    return counts;
  }
}
