package pipeline.consumer.store;

import java.util.function.Consumer;
import pipeline.wire.query.CounterQueries;

/**
 * Reads what a store has counted and committed, to be printed or served. Thread-safe. Every method
 * throws {@link pipeline.wire.query.CountsUnavailableException} while the counts cannot be read.
 */
public interface StoreReader extends Counts {

  /** The number of lines, rides or swipes that were counted. */
  long lines();

  /** Hands over the figures of each run, by its id, from the identities themselves. */
  void forEachRun(Consumer<RunFigures> each);

  /**
   * Sums over all runs; the time grows with their number.
   *
   * @param recent of how many runs figures are wanted: those seen last, the last one first
   */
  RunTotals runTotals(int recent);

  /** Answers single queries. */
  CounterQueries queries();
}
