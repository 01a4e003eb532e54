package pipeline.consumer.store.memory;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BiConsumer;
import pipeline.consumer.store.Added;
import pipeline.consumer.store.Admission;
import pipeline.consumer.store.Budget;
import pipeline.consumer.store.NamedCount;
import pipeline.consumer.store.Refusal;
import pipeline.consumer.store.Refusals;
import pipeline.consumer.store.Results;
import pipeline.consumer.store.RunFigures;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.query.CounterQueries;
import pipeline.wire.query.CounterUpdates;

/**
 * The totals and the identities behind them, in memory, changed together: no checkpoint sees one
 * without the other. Thread-safe; many threads add at once, and a checkpoint holds them off while
 * it copies what changed.
 *
 * @param <P> the payload of an entry
 */
public final class InMemoryCounts<P> implements Results {
  /** What an entry may bring in names without being held up by others: some hundred words. */
  private static final long SMALL_BYTES = 64 << 10;

  private final Totals totals;
  private final BiConsumer<P, CounterUpdates> count;
  private final DedupIndex runs;
  private final long maxWordBytes;
  private final LongAdder lines = new LongAdder();
  private final Refusals refusals = new Refusals();

  /** Shared by adders, exclusive for a checkpoint. */
  private final ReadWriteLock lock = new ReentrantReadWriteLock();

  /** Lets one entry at a time take a large part of what is left for names. */
  private final Object largeEntries = new Object();

  /**
   * Starts with {@code totals} and the identities behind them.
   *
   * @param count adds one entry's payload to the totals; does not throw
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
   * Counts the entries whose identity is new and for which there is room. Nothing fails here that
   * was parsed before; an {@link Error} after the first claim leaves the counts in an unknown
   * state.
   */
  public Added<P> add(List<Entry<P>> entries) {
    lock.readLock().lock();
    try {
      Admission<P> admission = new Admission<>(refusals);
      for (Entry<P> entry : entries) {
        for (int i = 0; i < entry.count(); i++) {
          RequestKey key = new RequestKey(entry.key().run(), entry.key().seq() + i);
          add(Entry.single(key, entry.lines().line(i)), admission);
        }
      }
      Added<P> added = admission.result();
      lines.add(added.counted());
      return added;
    } finally {
      lock.readLock().unlock();
    }
  }

  private void add(Entry<P> entry, Admission<P> admission) {
    long atMost = totals.bytesAtMost(changes -> apply(entry, changes));
    if (atMost <= SMALL_BYTES && totals.bytes() + atMost <= maxWordBytes) {
      claim(entry, admission);
    } else {
      synchronized (largeEntries) {
        if (isRoomForNames(entry) || runs.contains(entry.key())) {
          claim(entry, admission);
        } else {
          admission.refuse(entry, Refusal.WORDS);
        }
      }
    }
  }

  private void apply(Entry<P> entry, CounterUpdates changes) {
    entry.lines().payloads().forEach(payload -> count.accept(payload, changes));
  }

  private boolean isRoomForNames(Entry<P> entry) {
    long more = totals.bytesOfNew(changes -> apply(entry, changes));
    return more == 0 || totals.bytes() + more <= maxWordBytes;
  }

  /** Everything that can refuse the entry comes before the claim. */
  private void claim(Entry<P> entry, Admission<P> admission) {
    Optional<Refusal> refusal = runs.admit(entry.key());
    if (refusal.isPresent()) {
      admission.refuse(entry, refusal.get());
    } else if (runs.claim(entry.key())) {
      apply(entry, totals);
      admission.count();
    }
  }

  /** What was refused. */
  public Refusals refusals() {
    return refusals;
  }

  /** How full the memory is. */
  public List<Budget> budgets() {
    List<Budget> budgets = new ArrayList<>(runs.budgets());
    budgets.add(new Budget(Budget.WORDS, totals.bytes(), maxWordBytes));
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
