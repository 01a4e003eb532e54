package pipeline.consumer.store.memory;

import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import pipeline.consumer.store.Added;
import pipeline.consumer.store.NewLines;
import pipeline.consumer.store.Refusal;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.identity.RunId;

/**
 * The part of durable counts that is being worked on: totals and the identities behind them,
 * changed together. No checkpoint sees one without the other. Thread-safe; many threads add at
 * once, and a checkpoint holds them off while it copies what changed.
 *
 * @param <P> the payload of an entry
 */
public final class WorkingCounts<P> {
  private final Counting<P> counting;
  private final Totals totals;
  private final DedupIndex runs;
  private final LongSupplier wallMillis;
  private final CacheLimits limits;
  private final LongAdder lines = new LongAdder();

  /** The lock that adders share and a checkpoint holds alone. */
  private final ReadWriteLock lock = new ReentrantReadWriteLock();

  /**
   * The limits of the objects in memory.
   *
   * @param bytes about how many all objects may take
   * @param changes how many of them may wait for a commit before it should not wait for its time
   */
  public record CacheLimits(long bytes, long changes) {
    private static final int GENERATION = 3;
    private static final int FULL = 2;

    private long generationBytes() {
      return bytes / GENERATION;
    }

    private long fullBytes() {
      return bytes / FULL;
    }

    private long fullChanges() {
      return FULL * changes;
    }
  }

  /**
   * Working counts with nothing in memory.
   *
   * @param wallMillis the time of day
   */
  public WorkingCounts(
      Counting<P> counting, DurableCounts durable, CacheLimits limits, LongSupplier wallMillis) {
    this.counting = counting;
    this.totals = new Totals(counting.rowName(), durable::count);
    this.runs = new DedupIndex(durable);
    this.limits = limits;
    this.wallMillis = wallMillis;
    lines.add(durable.lines());
  }

  /**
   * Counts the lines whose identity is new; what is refused leaves nothing behind. Nothing fails
   * here that was parsed before; an {@link Error}, or durable counts that cannot be read, after the
   * first claim leave the counts in an unknown state.
   */
  public Added<P> add(List<Entry<P>> entries, List<RunEnd> ends) {
    lock.readLock().lock();
    try {
      Added<P> added = new Added<>();
      entries.forEach(entry -> add(entry, added));
      ends.forEach(end -> add(end, added));
      lines.add(added.counted());
      return added;
    } finally {
      lock.readLock().unlock();
    }
  }

  private void add(Entry<P> entry, Added<P> added) {
    if (runs.isForgotten(entry.key().run())) {
      added.refuse(entry, Refusal.FORGOTTEN);
    } else {
      NewLines<P> newLines = runs.claim(entry);
      newLines.forEachPayload(payload -> counting.count().accept(payload, totals));
      added.count(newLines.count());
    }
  }

  private void add(RunEnd end, Added<P> added) {
    if (runs.isForgotten(end.run())) {
      added.refuse(end, Refusal.FORGOTTEN);
    } else {
      runs.close(end);
    }
  }

  /** Whether the changed or touched objects are enough for a commit before its time. */
  public boolean isCommitDue() {
    return weight() >= limits.generationBytes() || changes() >= limits.changes();
  }

  /** Whether nothing more should be added before a commit. */
  public boolean isFull() {
    return weight() >= limits.fullBytes() || changes() >= limits.fullChanges();
  }

  private long weight() {
    return totals.weight() + runs.weight();
  }

  private long changes() {
    return totals.changes() + runs.changes();
  }

  /**
   * Removes and returns the changes since the last drain; {@link #committed} or {@link #putBack} is
   * to follow.
   */
  public Changes drain() {
    return heldOff(this::drained);
  }

  private Changes drained() {
    return new Changes(
        totals.drainChanges(),
        runs.drainChunks(),
        runs.drainRuns(wallMillis.getAsLong()),
        lines.sum(),
        runs.horizonMillis());
  }

  /** Notes that the last drain is not durable: the next drain includes it. */
  public void putBack() {
    totals.putBack();
    runs.putBack();
  }

  /** Notes that the last drain is durable and can be loaded, so that memory can be freed. */
  public void committed() {
    heldOff(
        () -> {
          if (weight() >= limits.generationBytes()) {
            totals.endGeneration();
            runs.endGeneration();
          }
          return null;
        });
  }

  /**
   * Forgets runs, in memory. The changes and what is to be removed are one step, which may be
   * repeated if it does not become durable.
   *
   * @param old runs that are durable
   * @param indices the chunks of such a run
   * @param forgotten to which those are added that are to be removed: not those of which something
   *     waits for a commit
   * @return as {@link #drain}
   */
  public Changes drainWithout(
      List<RunId> old, Function<RunId, List<Integer>> indices, List<RunId> forgotten) {
    return heldOff(
        () -> {
          Set<RunId> changed = runs.changedRuns();
          for (RunId run : old) {
            if (!changed.contains(run)) {
              runs.forget(run, indices.apply(run));
              forgotten.add(run);
            }
          }
          return drained();
        });
  }

  private <T> T heldOff(Supplier<T> work) {
    lock.writeLock().lock();
    try {
      return work.get();
    } finally {
      lock.writeLock().unlock();
    }
  }

  /** The number of counted lines, including those that wait for a commit. */
  public long lines() {
    return lines.sum();
  }
}
