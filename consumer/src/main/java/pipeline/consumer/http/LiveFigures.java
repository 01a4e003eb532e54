package pipeline.consumer.http;

import java.util.function.LongSupplier;
import pipeline.consumer.http.CostLimitedCache.Taken;
import pipeline.consumer.store.RunTotals;
import pipeline.consumer.store.StoreReader;
import pipeline.consumer.workload.Tally;
import pipeline.consumer.workload.WorkloadHandler;

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
  private final CostLimitedCache<Tally> sums;
  private final CostLimitedCache<Runs> runs;

  LiveFigures(WorkloadHandler<?> handler, StoreReader reader, LongSupplier nanoClock) {
    this.handler = handler;
    this.reader = reader;
    this.sums = new CostLimitedCache<>(this::addUp, nanoClock);
    this.runs = new CostLimitedCache<>(this::lookAtRuns, nanoClock);
  }

  /**
   * The totals of all runs.
   *
   * @param lines how many were counted, ever
   */
  record Runs(long lines, RunTotals remembered) {}

  Taken<Tally> sums() {
    return sums.get();
  }

  Runs runs() {
    return runs.get().value();
  }

  private Tally addUp() {
    return Tally.of(reader, handler, handler.isRanked() ? TOP : 0);
  }

  private Runs lookAtRuns() {
    return new Runs(reader.lines(), reader.runTotals(RUNS));
  }
}
