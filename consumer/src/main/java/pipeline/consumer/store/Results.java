package pipeline.consumer.store;

import java.util.Collection;
import java.util.List;
import pipeline.wire.query.CounterQueries;

/**
 * What is counted so far, to be printed or served. Thread-safe. If the counts are kept outside the
 * process, every method throws {@link pipeline.wire.query.CountsUnavailableException} while they
 * cannot be read.
 */
public interface Results {

  /** How many lines, or whatever an entry is called, were counted. */
  long lines();

  /** Every number; costs as much as there is. */
  Collection<NamedCount> counts();

  /** Whether they may be asked for every second. */
  boolean isNear();

  /** What the identities of each run prove. */
  List<RunFigures> runs();

  /** For single questions. */
  CounterQueries reads();
}
