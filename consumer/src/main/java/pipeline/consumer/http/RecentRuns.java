package pipeline.consumer.http;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import pipeline.consumer.store.RunFigures;
import pipeline.wire.identity.RunId;

/** Selects the runs that changed most recently. Not thread-safe. */
final class RecentRuns {
  private Map<RunId, Change> changes = new HashMap<>();
  private long looks;

  /** How many entries a run had, and the number of the call that first saw that many. */
  private record Change(long seen, long look) {}

  /** At most {@code limit} runs: the last to change first, then those with the most lines. */
  List<RunFigures> of(List<RunFigures> all, int limit) {
    looks++;
    changes = all.stream().collect(Collectors.toMap(RunFigures::run, this::change));
    List<RunFigures> sorted = new ArrayList<>(all);
    sorted.sort(
        Comparator.<RunFigures>comparingLong(run -> changes.get(run.run()).look())
            .thenComparingLong(RunFigures::lines)
            .reversed()
            .thenComparing(run -> run.run().toString()));
    return sorted.stream().limit(limit).toList();
  }

  private Change change(RunFigures run) {
    long seen = run.lines() + run.duplicates();
    Change before = changes.get(run.run());
    return before != null && before.seen() == seen ? before : new Change(seen, looks);
  }
}
