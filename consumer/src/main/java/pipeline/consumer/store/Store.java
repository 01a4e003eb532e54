package pipeline.consumer.store;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RunEnd;

/**
 * Keeps one workload's counts, the identities of the lines behind them, and the ends of their runs.
 * All change together or not at all.
 *
 * @param <P> the payload of an entry
 */
public interface Store<P> extends AutoCloseable {

  /**
   * Waits while the store has no room for more, or has not committed enough of what was added; to
   * be called before each message. What is added then may exceed the room a little. Thread-safe.
   *
   * @throws InterruptedException also if {@link #stopWaiting} was called meanwhile or before
   */
  default void awaitRoom() throws InterruptedException {}

  /** Ends the waiting for room, for good. */
  default void stopWaiting() {}

  /** Whether the additions are enough for a commit before its time. Thread-safe. */
  default boolean isCommitDue() {
    return false;
  }

  /**
   * Counts those lines whose identity is new and drops the copies, also where an entry has both;
   * entries and ends that must not be taken are handed back whole, see {@link Added}. Thread-safe.
   * Anything thrown leaves the store in an unknown state, so the caller must end the process
   * without another commit.
   */
  Added<P> add(List<Entry<P>> entries, List<RunEnd> ends);

  /**
   * Makes everything whose {@link #add} returned before this call durable, in one atomic step. To
   * be called by one thread at a time.
   *
   * @throws IOException if it could not; nothing is forgotten, so the call may be repeated
   */
  void commit() throws IOException;

  /**
   * The clock by which runs grow old, in milliseconds since 1970.
   *
   * @throws pipeline.wire.query.CountsUnavailableException while it cannot be read
   */
  long nowMillis();

  /**
   * Forgets each run that started before a time; a run whose id does not tell its start, if it was
   * last seen before then. From then on, an unknown run that started no later than the latest of
   * all that were forgotten is refused, also by later processes: it may be one of them. Durable
   * when it returns.
   *
   * @param startedBeforeMillis a time before which nothing in the queue, and nothing that a server
   *     still takes, has started
   * @throws IOException if it could not; the call may be repeated
   */
  void forget(long startedBeforeMillis) throws IOException;

  /**
   * The used part of the store's room, cheap enough to be asked at each scrape. Empty if the store
   * has no limit of its own. Thread-safe.
   */
  default Optional<Room> room() {
    return Optional.empty();
  }

  /** Releases files and connections without another commit. */
  @Override
  void close();
}
