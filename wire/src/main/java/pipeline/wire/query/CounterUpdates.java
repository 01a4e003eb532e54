package pipeline.wire.query;

/**
 * The changes that a payload makes in the store, in the only three ways that every store can
 * repeat, sum up in advance and apply in one atomic step. Names of numbers, tables and sets share
 * one name space; a name has no slash in it.
 */
public interface CounterUpdates {

  /** Adds to a number of its own; in Redis {@code INCRBY}. */
  void add(String number, long by);

  /** Adds to one row of a table of numbers; in Redis {@code HINCRBY}. */
  void add(String table, String row, long by);

  /** Puts a member into a set, where it may be already; in Redis {@code SADD}. */
  void put(String set, String member);
}
