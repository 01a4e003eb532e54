package pipeline.consumer.store.memory;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.LongSupplier;
import org.apache.commons.lang3.function.FailableSupplier;
import org.roaringbitmap.RoaringBitmap;
import pipeline.consumer.store.Added;
import pipeline.consumer.store.Counting;
import pipeline.consumer.store.NewLines;
import pipeline.consumer.store.memory.DedupIndex.ChunkKey;
import pipeline.consumer.store.memory.Totals.Total;
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
  private final LongSupplier wallMillis;
  private final CacheLimits limits;
  private final WorkingSet<String, Total> numbers;
  private final WorkingSet<RunId, RunState> runs;
  private final WorkingSet<ChunkKey, SeqChunk> chunks;
  private final Totals totals;
  private final DedupIndex index;
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
  }

  /**
   * Working counts with nothing in memory.
   *
   * @param wallMillis the time of day
   */
  public WorkingCounts(
      Counting<P> counting,
      DurableCounts.Source durable,
      CacheLimits limits,
      LongSupplier wallMillis) {
    this.counting = counting;
    this.limits = limits;
    this.wallMillis = wallMillis;
    this.numbers =
        new WorkingSet<>(
            name -> new Total(name, durable.load(counts -> counts.count(name))), Total::bytes);
    this.runs =
        new WorkingSet<>(
            id -> new RunState(id, durable.load(counts -> counts.run(id))), run -> RunState.BYTES);
    this.chunks = new WorkingSet<>(key -> chunk(key, durable), SeqChunk::bytes);
    this.totals = new Totals(counting::rowName, numbers);
    this.index = new DedupIndex(runs, chunks, durable.load(DurableCounts::horizonMillis));
    lines.add(durable.load(DurableCounts::lines));
  }

  private static SeqChunk chunk(ChunkKey key, DurableCounts.Source durable) {
    RoaringBitmap seqs = durable.load(counts -> counts.chunk(key.run(), key.index()));
    return new SeqChunk(key.run(), key.index(), seqs == null ? new RoaringBitmap() : seqs);
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
    if (index.isForgotten(entry.key().run())) {
      added.refuse(entry);
    } else {
      NewLines<P> newLines = index.claim(entry);
      newLines.forEachPayload(payload -> counting.apply(payload, totals));
      added.count(newLines.count());
    }
  }

  private void add(RunEnd end, Added<P> added) {
    if (index.isForgotten(end.run())) {
      added.refuse(end);
    } else {
      index.close(end);
    }
  }

  /** Whether the changed or touched objects are enough for a commit before its time. */
  public boolean isCommitDue() {
    return isLarge() || changes() >= limits.changes;
  }

  /** Whether nothing more should be added before a commit. */
  public boolean isFull() {
    return weight() >= limits.bytes / CacheLimits.FULL
        || changes() >= CacheLimits.FULL * limits.changes;
  }

  private boolean isLarge() {
    return weight() >= limits.bytes / CacheLimits.GENERATION;
  }

  private long weight() {
    return numbers.weight() + runs.weight() + chunks.weight();
  }

  /** The approximate number of changed objects; a chunk counts as two. */
  private long changes() {
    return numbers.changes() + runs.changes() + 2 * chunks.changes();
  }

  /** Runs a task while nothing is added. */
  public <T, E extends Throwable> T alone(FailableSupplier<T, E> task) throws E {
    lock.writeLock().lock();
    try {
      return task.get();
    } finally {
      lock.writeLock().unlock();
    }
  }

  /** Removes and returns the changes since the last drain. */
  public Changes drain() {
    return alone(this::drained);
  }

  private Changes drained() {
    long now = wallMillis.getAsLong();
    return new Changes(
        numbers.drain().stream().map(Total::snapshot).toList(),
        chunks.drain().stream().map(SeqChunk::snapshot).toList(),
        runs.drain().stream().map(run -> run.record(now)).toList(),
        List.of(),
        lines.sum(),
        index.horizonMillis());
  }

  /**
   * The change that forgets durable runs, to be followed by {@link #forget} once it is durable too;
   * nothing may be added between.
   */
  public Changes without(List<RunId> old) {
    long horizon = index.horizonMillis();
    for (RunId run : old) {
      if (run.isVersion7()) {
        horizon = Math.max(horizon, run.startMillis());
      }
    }
    return new Changes(List.of(), List.of(), List.of(), old, lines.sum(), horizon);
  }

  /** Forgets runs as a durable change has; all else must be durable too. */
  public void forget(Changes change) {
    index.forgetUntil(change.horizonMillis());
    endGeneration();
    endGeneration();
  }

  /** Notes that the last drain is durable and can be loaded, so that memory can be freed. */
  public void committed() {
    if (isLarge()) {
      alone(
          () -> {
            endGeneration();
            return null;
          });
    }
  }

  private void endGeneration() {
    numbers.endGeneration();
    runs.endGeneration();
    chunks.endGeneration();
  }
}
