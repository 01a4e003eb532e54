package pipeline.consumer.store.memory;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import pipeline.consumer.store.Added;
import pipeline.consumer.store.NamedCount;
import pipeline.consumer.store.NewLines;
import pipeline.consumer.store.Refusal;
import pipeline.consumer.store.RunFigures;
import pipeline.consumer.store.Store;
import pipeline.consumer.store.StoreReader;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.query.CounterQueries;
import pipeline.wire.query.CounterUpdates;

/**
 * Counts in memory: the totals and the identities behind them, changed together; a store by itself,
 * whose counts end with the process, and what the file store saves. No checkpoint sees one without
 * the other. Thread-safe; many threads add at once, and a checkpoint holds them off while it copies
 * what changed.
 *
 * @param <P> the payload of an entry
 */
public final class InMemoryCounts<P> implements Store<P>, StoreReader {
  private final Totals totals;
  private final BiConsumer<P, CounterUpdates> count;
  private final DedupIndex runs;
  private final LongSupplier wallMillis;
  private final LongAdder lines = new LongAdder();

  /** Shared by adders, exclusive for a checkpoint. */
  private final ReadWriteLock lock = new ReentrantReadWriteLock();

  /**
   * Starts with {@code totals} and the identities behind them.
   *
   * @param count adds a payload to the totals; does not throw
   */
  public InMemoryCounts(
      Totals totals,
      BiConsumer<P, CounterUpdates> count,
      DedupIndex runs,
      LongSupplier wallMillis) {
    this.totals = totals;
    this.count = count;
    this.runs = runs;
    this.wallMillis = wallMillis;
  }

  /**
   * Counts the lines whose identity is new; what is refused leaves nothing behind. Nothing fails
   * here that was parsed before; an {@link Error} after the first claim leaves the counts in an
   * unknown state.
   */
  @Override
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
      NewLines<P> lines = runs.claim(entry);
      lines.forEachPayload(payload -> count.accept(payload, totals));
      added.count(lines.count());
    }
  }

  private void add(RunEnd end, Added<P> added) {
    if (runs.isForgotten(end.run())) {
      added.refuse(end, Refusal.FORGOTTEN);
    } else {
      runs.close(end);
    }
  }

  /**
   * Takes over a full checkpoint that was written before; to be called before anything is added.
   */
  public void restore(CheckpointDelta durable) {
    durable.counts().forEach(count -> totals.restore(count.name(), count.count()));
    durable.runs().forEach(runs::restore);
    durable.chunks().forEach(runs::restore);
    runs.restoreHorizon(durable.horizonMillis());
    lines.add(durable.lines());
  }

  /** Writes nothing; the checkpoint clears the noted changes. */
  @Override
  public void commit() {
    checkpoint();
  }

  /** What changed since the last checkpoint of either kind. */
  public CheckpointDelta checkpoint() {
    lock.writeLock().lock();
    try {
      return new CheckpointDelta(
          totals.drainChanges(),
          runs.drainChunks().stream().map(CheckpointDelta.Chunk::of).toList(),
          runs.drainSeen().stream().map(CheckpointDelta.Run::of).toList(),
          runs.drainForgotten().stream().map(CheckpointDelta.ForgottenRun::of).toList(),
          runs.horizonMillis(),
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
          runs.horizonMillis(),
          lines.sum());
    } finally {
      lock.writeLock().unlock();
    }
  }

  @Override
  public long nowMillis() {
    return wallMillis.getAsLong();
  }

  /** Forgets in memory; the next checkpoint says what. */
  @Override
  public void forget(long startedBeforeMillis) {
    lock.writeLock().lock();
    try {
      runs.forget(startedBeforeMillis);
    } finally {
      lock.writeLock().unlock();
    }
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
  public CounterQueries queries() {
    return totals;
  }

  @Override
  public void close() {
    // there is nothing to release
  }
}
