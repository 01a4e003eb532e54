package pipeline.consumer.store;

import java.util.List;
import pipeline.wire.query.CounterUpdates;

/**
 * The way in which one workload's payloads are counted. Stateless and thread-safe.
 *
 * @param <P> the payload of an entry
 */
public interface Counting<P> {

  /** Applies a payload to the counters; must not fail on anything that its format has read. */
  void apply(P payload, CounterUpdates updates);

  /** The keys that {@link #apply} changes, as patterns with {@code *}. */
  List<String> keyPatterns();

  /**
   * The name of a row, or of a member of a set, in a list of all numbers. All rows of a table have
   * names that begin as that of the row without a name.
   */
  default String rowName(String group, String row) {
    return group + "/" + row;
  }
}
