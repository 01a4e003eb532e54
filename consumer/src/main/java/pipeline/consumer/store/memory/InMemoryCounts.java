package pipeline.consumer.store.memory;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import pipeline.consumer.store.NamedCount;
import pipeline.consumer.store.QuotaExceededException;
import pipeline.consumer.store.Results;
import pipeline.consumer.store.RunFigures;
import pipeline.wire.CrashPoint;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.query.CounterQueries;

/**
 * The totals and the identities they came from, in memory, changed together: no cut sees one
 * without the other. Thread-safe; many threads add at once, and a cut holds them off for as long as
 * copying what changed takes.
 *
 * @param <P> the payload of an entry
 */
public final class InMemoryCounts<P> implements Results {
  private final Totals totals;
  private final BiConsumer<P, Totals> count;
  private final DedupIndex runs;
  private final Predicate<RequestKey> claim;
  private final LongAdder lines = new LongAdder();

  /** Shared by adders, exclusive for a cut. */
  private final ReadWriteLock lock = new ReentrantReadWriteLock();

  /**
   * Starts with {@code totals} and the identities behind them.
   *
   * @param count adds one entry's payload to the totals; does not throw
   */
  public InMemoryCounts(Totals totals, BiConsumer<P, Totals> count, DedupIndex runs) {
    this(totals, count, runs, runs::claim);
  }

  /**
   * A tally with another rule of what is new.
   *
   * @param claim says whether an identity is new; anything but {@code runs::claim} miscounts
   */
  public InMemoryCounts(
      Totals totals, BiConsumer<P, Totals> count, DedupIndex runs, Predicate<RequestKey> claim) {
    this.totals = totals;
    this.count = count;
    this.runs = runs;
    this.claim = claim;
  }

  /**
   * Counts the entries whose identity is new. What was parsed before cannot fail here: an {@link
   * Error} after the first claim leaves the tally in an unknown state.
   *
   * @return how many were new
   */
  public int add(List<Entry<P>> entries) throws QuotaExceededException {
    lock.readLock().lock();
    try {
      runs.admit(entries);
      int counted = 0;
      for (Entry<P> entry : entries) {
        if (claim.test(entry.key())) {
          CrashPoint.AFTER_CLAIM.reached();
          count.accept(entry.payload(), totals);
          counted++;
        }
      }
      lines.add(counted);
      return counted;
    } finally {
      lock.readLock().unlock();
    }
  }

  /** Takes over the number of lines behind totals that are durable already. */
  public void restoreLines(long durable) {
    lines.add(durable);
  }

  /** What changed since the last cut of either kind. */
  public CheckpointDelta cut() {
    lock.writeLock().lock();
    try {
      return new CheckpointDelta(
          totals.drainChanges(),
          runs.drainChunks().stream().map(CheckpointDelta.Chunk::of).toList(),
          runs.drainSeen().stream().map(CheckpointDelta.Run::of).toList(),
          runs.expire(),
          lines.sum());
    } finally {
      lock.writeLock().unlock();
    }
  }

  /** Everything there is, for a file that starts from nothing. */
  public CheckpointDelta cutAll() {
    lock.writeLock().lock();
    try {
      cut();
      return new CheckpointDelta(
          totals.snapshot(),
          runs.runs().stream()
              .flatMap(r -> r.chunks().stream())
              .map(CheckpointDelta.Chunk::of)
              .toList(),
          runs.runs().stream().map(CheckpointDelta.Run::of).toList(),
          List.of(),
          lines.sum());
    } finally {
      lock.writeLock().unlock();
    }
  }

  public Totals totals() {
    return totals;
  }

  public DedupIndex ledger() {
    return runs;
  }

  @Override
  public long lines() {
    return lines.sum();
  }

  @Override
  public Collection<NamedCount> counts() {
    return totals.snapshot();
  }

  @Override
  public boolean isNear() {
    return true;
  }

  @Override
  public List<RunFigures> runs() {
    return runs.runs().stream().map(RunBitmap::figures).toList();
  }

  @Override
  public CounterQueries reads() {
    return totals;
  }
}
