package pipeline.wire.query;

import java.util.List;
import java.util.Map;

/**
 * Reads of what {@link CounterUpdates} wrote, while it grows. Thread-safe. Every method throws
 * {@link CountsUnavailableException} while the store cannot be asked.
 */
public interface CounterQueries {

  /** The number, 0 if nothing was added to it. */
  long number(String number);

  /** The row's number, 0 if nothing was added to it. */
  long number(String table, String row);

  /** All rows of a table; empty if there is none. Costs as much as the table is long. */
  Map<String, Long> rows(String table);

  /** How many rows a table has. */
  long rowCount(String table);

  boolean contains(String set, String member);

  /** At most {@code limit} members, any of them if there are more; in no order. */
  List<String> members(String set, int limit);
}
