package pipeline.consumer.store.memory;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BiConsumer;
import pipeline.consumer.store.Added;
import pipeline.consumer.store.Admission;
import pipeline.consumer.store.NamedCount;
import pipeline.consumer.store.Results;
import pipeline.consumer.store.RunFigures;
import pipeline.wire.codec.Entry;
import pipeline.wire.query.CounterQueries;

/**
 * The totals and the identities behind them, in memory, changed together: no checkpoint sees one
 * without the other. Thread-safe; many threads add at once, and a checkpoint holds them off while
 * it copies what changed.
 *
 * @param <P> the payload of an entry
 */
public final class InMemoryCounts<P> implements Results {
  private final Totals totals;
  private final BiConsumer<P, Totals> count;
  private final DedupIndex runs;
  private final LongAdder lines = new LongAdder();

  /** Shared by adders, exclusive for a checkpoint. */
  private final ReadWriteLock lock = new ReentrantReadWriteLock();

  /**
   * Starts with {@code totals} and the identities behind them.
   *
   * @param count adds one entry's payload to the totals; does not throw
   */
  public InMemoryCounts(Totals totals, BiConsumer<P, Totals> count, DedupIndex runs) {
    this.totals = totals;
    this.count = count;
    this.runs = runs;
  }

  /**
   * Counts the entries of admitted runs whose identity is new. Nothing fails here that was parsed
   * before; an {@link Error} after the first claim leaves the counts in an unknown state.
   */
  public Added<P> add(List<Entry<P>> entries) {
    lock.readLock().lock();
    try {
      Admission<P> admission = Admission.of(entries, runs::admit);
      int counted = 0;
      for (Entry<P> entry : admission.admitted()) {
        if (runs.claim(entry.key())) {
          count.accept(entry.payload(), totals);
          counted++;
        }
      }
      lines.add(counted);
      return new Added<>(counted, admission.refused());
    } finally {
      lock.readLock().unlock();
    }
  }

  /**
   * Takes over a full checkpoint that was written before; to be called before anything is added.
   */
  public void restore(CheckpointDelta durable) {
    durable.counts().forEach(count -> totals.restore(count.name(), count.count()));
    durable.runs().forEach(runs::restore);
    durable.chunks().forEach(runs::restore);
    lines.add(durable.lines());
  }

  /** What changed since the last checkpoint of either kind. */
  public CheckpointDelta checkpoint() {
    lock.writeLock().lock();
    try {
      return new CheckpointDelta(
          totals.drainChanges(),
          runs.drainChunks().stream().map(CheckpointDelta.Chunk::of).toList(),
          runs.drainSeen().stream().map(CheckpointDelta.Run::of).toList(),
          runs.expire().stream().map(CheckpointDelta.ExpiredRun::of).toList(),
          lines.sum());
    } finally {
      lock.writeLock().unlock();
    }
  }

  /** All counts and identities, for a new file. */
  public CheckpointDelta fullCheckpoint() {
    lock.writeLock().lock();
    try {
      checkpoint();
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

  Totals totals() {
    return totals;
  }

  DedupIndex dedupIndex() {
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
  public boolean isInProcess() {
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
