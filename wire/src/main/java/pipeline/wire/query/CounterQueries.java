package pipeline.wire.query;

import java.util.List;
import java.util.Map;

/**
 * Reads of the counts that {@link CounterUpdates} writes, while they grow. Thread-safe. Every
 * method throws {@link CountsUnavailableException} while the store cannot be asked.
 */
public interface CounterQueries {

  /** The value of a number, 0 if nothing was added to it. */
  long number(String number);

  /** The number of a row, 0 if nothing was added to it. */
  long number(String table, String row);

  /** All rows of a table; empty if there is none. Costs as much as the table is long. */
  Map<String, Long> rows(String table);

  /** The number of rows of a table. */
  long rowCount(String table);

  boolean contains(String set, String member);

  /** At most {@code limit} members of a set, any of them if there are more; in no order. */
  List<String> members(String set, int limit);
}
