package pipeline.consumer.http;

import java.util.function.LongSupplier;
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
  static final int MAX_TOP = 10_000;
  private static final int RUNS = 100;

  private final CostLimitedCache<Tally> sums;
  private final CostLimitedCache<RunTotals> runs;

  LiveFigures(WorkloadHandler<?> handler, StoreReader reader, LongSupplier nanoClock) {
    this.sums = new CostLimitedCache<>(() -> Tally.of(reader, handler, MAX_TOP), nanoClock);
    this.runs = new CostLimitedCache<>(() -> reader.runTotals(RUNS), nanoClock);
  }

  /** The sums of all counts, with the {@link #MAX_TOP} highest. */
  Tally sums() {
    return sums.get();
  }

  /** The totals of all runs, with the figures of the hundred seen last. */
  RunTotals runs() {
    return runs.get();
  }
}
