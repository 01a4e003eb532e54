package pipeline.consumer.store.memory;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import pipeline.consumer.store.Added;
import pipeline.consumer.store.BudgetUse;
import pipeline.consumer.store.NamedCount;
import pipeline.consumer.store.NewLines;
import pipeline.consumer.store.Refusal;
import pipeline.consumer.store.RunFigures;
import pipeline.consumer.store.Store;
import pipeline.consumer.store.StoreReader;
import pipeline.wire.codec.Entry;
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
  /**
   * An entry that takes at most this part of the room left for names need not wait for others: as
   * many as this fit in at once.
   */
  private static final int SHARES = 64;

  private final Totals totals;
  private final BiConsumer<P, CounterUpdates> count;
  private final DedupIndex runs;
  private final long maxWordBytes;
  private final LongAdder lines = new LongAdder();

  /** Shared by adders, exclusive for a checkpoint. */
  private final ReadWriteLock lock = new ReentrantReadWriteLock();

  /** Lets one entry at a time take a large part of what is left for names. */
  private final Object largeEntries = new Object();

  /**
   * Starts with {@code totals} and the identities behind them.
   *
   * @param count adds a payload to the totals; does not throw
   * @param maxWordBytes what the names of the totals may take
   */
  public InMemoryCounts(
      Totals totals, BiConsumer<P, CounterUpdates> count, DedupIndex runs, long maxWordBytes) {
    this.totals = totals;
    this.count = count;
    this.runs = runs;
    this.maxWordBytes = maxWordBytes;
  }

  /**
   * Counts the lines whose identity is new, of entries for which there is room; one that is refused
   * leaves nothing behind. Nothing fails here that was parsed before; an {@link Error} after the
   * first claim leaves the counts in an unknown state.
   *
   * @param later never told of any: all that is refused is refused here
   */
  @Override
  public Added<P> add(List<Entry<P>> entries, Consumer<Added<P>> later) {
    lock.readLock().lock();
    try {
      Added<P> added = new Added<>();
      entries.forEach(entry -> add(entry, added));
      lines.add(added.counted());
      return added;
    } finally {
      lock.readLock().unlock();
    }
  }

  private void add(Entry<P> entry, Added<P> added) {
    Consumer<CounterUpdates> names = updates -> apply(entry.lines().payloads(), updates);
    if (totals.bytesAtMost(names) <= (maxWordBytes - totals.bytes()) / SHARES) {
      claim(entry, added);
    } else {
      synchronized (largeEntries) {
        if (isRoomFor(names) || runs.contains(entry)) {
          claim(entry, added);
        } else {
          added.refuse(entry, Refusal.WORDS);
        }
      }
    }
  }

  private void apply(List<P> payloads, CounterUpdates updates) {
    payloads.forEach(payload -> count.accept(payload, updates));
  }

  private boolean isRoomFor(Consumer<CounterUpdates> names) {
    long more = totals.bytesOfNew(names);
    return more == 0 || totals.bytes() + more <= maxWordBytes;
  }

  /** Everything that can refuse the entry comes before the claim. */
  private void claim(Entry<P> entry, Added<P> added) {
    Optional<Refusal> refusal = runs.admit(entry);
    if (refusal.isPresent()) {
      added.refuse(entry, refusal.get());
    } else {
      NewLines<P> lines = runs.claim(entry);
      lines.forEachPayload(payload -> count.accept(payload, totals));
      added.count(lines.count());
    }
  }

  @Override
  public List<BudgetUse> budgets() {
    List<BudgetUse> budgets = new ArrayList<>(runs.budgets());
    budgets.add(new BudgetUse(BudgetUse.WORDS, totals.bytes(), maxWordBytes));
    return budgets;
  }

  /**
   * Takes over a full checkpoint that was written before; to be called before anything is added.
   */
  public void restore(CheckpointDelta durable) {
    durable.counts().forEach(count -> totals.restore(count.name(), count.count()));
    durable.runs().forEach(runs::restore);
    durable.chunks().forEach(runs::restore);
    runs.restore(durable.ages());
    lines.add(durable.lines());
  }

  /** Writes nothing; the checkpoint clears the noted changes and expires old runs. */
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
          runs.expire().stream().map(CheckpointDelta.ExpiredRun::of).toList(),
          runs.ages(),
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
          runs.ages(),
          lines.sum());
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
