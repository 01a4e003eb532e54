package pipeline.consumer.store;

import java.util.Collection;
import java.util.List;
import pipeline.wire.query.CounterQueries;

/**
 * Reads what a store has counted so far, to be printed or served. Thread-safe. If the counts are
 * kept outside the process, every method throws {@link
 * pipeline.wire.query.CountsUnavailableException} while they cannot be read.
 */
public interface StoreReader {

  /** How many lines, or rides or swipes, were counted. */
  long lines();

  /** All numbers; the cost grows with their number. */
  Collection<NamedCount> counts();

  /** Whether the counts are in this process, so that they can be read every second. */
  boolean isInProcess();

  /** The figures of each run. */
  List<RunFigures> runs();

  /** Answers single queries. */
  CounterQueries queries();
}
