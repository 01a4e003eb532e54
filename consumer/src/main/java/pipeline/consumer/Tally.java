package pipeline.consumer;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Predicate;
import pipeline.wire.Counts;
import pipeline.wire.CrashPoint;
import pipeline.wire.Entry;
import pipeline.wire.RequestKey;

/**
 * The totals and the identities they came from, in memory, changed together: no cut sees one
 * without the other. Thread-safe; many threads add at once, and a cut holds them off for as long as
 * copying what changed takes.
 *
 * @param <P> the payload of an entry
 */
final class Tally<P> implements Results {
  private final WorkloadHandler<P> handler;
  private final Totals totals;
  private final RunLedger runs;
  private final Predicate<RequestKey> claim;
  private final LongAdder lines = new LongAdder();

  /** Shared by adders, exclusive for a cut. */
  private final ReadWriteLock lock = new ReentrantReadWriteLock();

  Tally(WorkloadHandler<P> handler, RunLedger runs) {
    this(handler, runs, runs::claim);
  }

  /**
   * A tally with another rule of what is new.
   *
   * @param claim says whether an identity is new; anything but {@code runs::claim} miscounts
   */
  Tally(WorkloadHandler<P> handler, RunLedger runs, Predicate<RequestKey> claim) {
    this.handler = handler;
    this.totals = handler.newTotals();
    this.runs = runs;
    this.claim = claim;
  }

  /**
   * Counts the entries whose identity is new. What was parsed before cannot fail here: an {@link
   * Error} after the first claim leaves the tally in an unknown state.
   *
   * @return how many were new
   */
  int add(List<Entry<P>> entries) throws QuotaExceededException {
    lock.readLock().lock();
    try {
      runs.admit(entries);
      int counted = 0;
      for (Entry<P> entry : entries) {
        if (claim.test(entry.key())) {
          CrashPoint.AFTER_CLAIM.reached();
          handler.apply(entry.payload(), totals);
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
  void restoreLines(long durable) {
    lines.add(durable);
  }

  /** What changed since the last cut of either kind. */
  TallyCut cut() {
    lock.writeLock().lock();
    try {
      return new TallyCut(
          totals.drainChanges(),
          runs.drainChunks().stream().map(TallyCut.Chunk::of).toList(),
          runs.drainSeen().stream().map(TallyCut.Run::of).toList(),
          runs.expire(),
          lines.sum());
    } finally {
      lock.writeLock().unlock();
    }
  }

  /** Everything there is, for a file that starts from nothing. */
  TallyCut cutAll() {
    lock.writeLock().lock();
    try {
      cut();
      return new TallyCut(
          totals.snapshot(),
          runs.runs().stream().flatMap(r -> r.chunks().stream()).map(TallyCut.Chunk::of).toList(),
          runs.runs().stream().map(TallyCut.Run::of).toList(),
          List.of(),
          lines.sum());
    } finally {
      lock.writeLock().unlock();
    }
  }

  Totals totals() {
    return totals;
  }

  RunLedger ledger() {
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
    return runs.runs().stream().map(RunFigures::of).toList();
  }

  @Override
  public Counts reads() {
    return totals;
  }
}
