package pipeline.consumer.http;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import pipeline.consumer.http.CostLimitedCache.Taken;
import pipeline.consumer.store.NamedCount;
import pipeline.consumer.store.RunFigures;
import pipeline.consumer.store.StoreReader;
import pipeline.consumer.workload.WorkloadHandler;
import pipeline.wire.identity.RunId;

/**
 * Figures whose cost grows with the number of counts, cached for all readers. Thread-safe. While
 * the counts cannot be read, every method throws {@link
 * pipeline.wire.query.CountsUnavailableException}.
 */
final class LiveFigures {
  private static final int TOP = 12;
  private static final int RUNS = 8;

  private final WorkloadHandler<?> handler;
  private final StoreReader reader;
  private final RecentRuns recent = new RecentRuns();
  private final CostLimitedCache<Sums> sums;
  private final CostLimitedCache<Runs> runs;

  LiveFigures(WorkloadHandler<?> handler, StoreReader reader, LongSupplier nanoClock) {
    this.handler = handler;
    this.reader = reader;
    this.sums = new CostLimitedCache<>(this::addUp, nanoClock);
    this.runs = new CostLimitedCache<>(this::lookAtRuns, nanoClock);
  }

  /**
   * Totals of the counts.
   *
   * @param figures by name
   * @param top the highest counts; empty for a workload that is not ranked
   */
  record Sums(Map<String, Long> figures, List<NamedCount> top) {}

  /**
   * Totals of the identities.
   *
   * @param lines how many were counted, ever
   * @param runs how many there are
   * @param identities how many are remembered, over all runs
   * @param duplicates how many copies were dropped, over all runs
   * @param recent the runs that something happens to
   */
  record Runs(long lines, int runs, long identities, long duplicates, List<RunFigures> recent) {}

  Taken<Sums> sums() {
    return sums.get();
  }

  Runs runs() {
    return runs.get().value();
  }

  private Sums addUp() {
    Collection<NamedCount> counts = reader.counts();
    List<NamedCount> top =
        handler.isRanked() ? NamedCount.top(counts, TOP).toList() : List.<NamedCount>of();
    return new Sums(handler.figures(counts), top);
  }

  private Runs lookAtRuns() {
    List<RunFigures> all = reader.runs();
    return new Runs(
        reader.lines(),
        all.size(),
        all.stream().mapToLong(RunFigures::lines).sum(),
        all.stream().mapToLong(RunFigures::duplicates).sum(),
        recent.of(all, RUNS));
  }

  /** Selects the runs that changed most recently. Not thread-safe. */
  static final class RecentRuns {
    private Map<RunId, Change> changes = new HashMap<>();
    private long looks;

    /** How many lines a run had, and the number of the call that first saw that many. */
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
}
