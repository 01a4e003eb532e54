package pipeline.consumer.store;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import pipeline.wire.codec.Entry;

/**
 * Keeps one workload's counts and the identities of the lines behind them. Both change together or
 * not at all.
 *
 * @param <P> the payload of an entry, such as the words of a line with their counts
 */
public interface Store<P> extends AutoCloseable {

  /**
   * Counts those lines whose identity is new and drops the copies, also where an entry has both;
   * entries that must not be counted are handed back whole, see {@link Refusal}. Thread-safe.
   * Anything thrown leaves the store in an unknown state, so the caller must end the process
   * without another commit.
   *
   * @param later told of those that {@link #commit} refuses, in a store that may learn only then
   *     what must not be counted: on its thread, before it returns, and once at most; their
   *     identities are not counted by that commit
   */
  Added<P> add(List<Entry<P>> entries, Consumer<Added<P>> later);

  /** The same, for a caller that need not know what a commit refuses. */
  default Added<P> add(List<Entry<P>> entries) {
    return add(entries, unheard -> {});
  }

  /**
   * Makes everything whose {@link #add} returned before this call durable, in one atomic step. To
   * be called by one thread at a time.
   *
   * @throws IOException if it could not; nothing is forgotten, so the call may be repeated
   */
  void commit() throws IOException;

  /**
   * How full it is, in a fixed order; reads no file, and asks another process once a second at
   * most. Empty if it has no limits. Thread-safe.
   */
  default List<BudgetUse> budgets() {
    return List.of();
  }

  /** Releases files and connections without another commit. */
  @Override
  void close();
}
