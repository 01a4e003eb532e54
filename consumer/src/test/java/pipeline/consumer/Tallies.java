package pipeline.consumer;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** Tallies and what they hold. */
final class Tallies {
  private Tallies() {}

  static Tally<Map<String, Integer>> empty() {
    return withMaxRuns(1_000);
  }

  static Tally<Map<String, Integer>> withMaxRuns(int maxRuns) {
    return new Tally<>(
        new WordCountHandler(),
        new RunLedger(maxRuns, Duration.ofDays(30), System::currentTimeMillis));
  }

  static Map<String, Long> counts(Tally<?> tally) {
    Map<String, Long> counts = new TreeMap<>();
    tally.counts().forEach(count -> counts.put(count.name(), count.count()));
    return counts;
  }
}
