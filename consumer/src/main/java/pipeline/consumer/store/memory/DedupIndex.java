package pipeline.consumer.store.memory;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.roaringbitmap.RoaringBitmap;
import pipeline.consumer.store.BudgetUse;
import pipeline.consumer.store.Limits;
import pipeline.consumer.store.NewLines;
import pipeline.consumer.store.Refusal;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RunAge;
import pipeline.wire.identity.RunId;

/**
 * The identities already counted, as a bitmap for each run. They must outlive the ack, since the
 * broker may deliver acked messages again and a client may send again; so runs leave by age only,
 * and a run that began before one that has left is not taken for a new one. Thread-safe, except
 * where a method says otherwise.
 */
public final class DedupIndex {
  private static final long EXPIRY_PERIOD_MILLIS = Duration.ofHours(1).toMillis();

  /** The last part of the memory is kept for known runs that number their lines in order. */
  private static final int KEPT_PART = 8;

  private final ConcurrentHashMap<RunId, RunBitmap> runs = new ConcurrentHashMap<>();
  private final ChangeLog<SeqChunk> changedChunks = new ChangeLog<>();
  private final ChangeLog<RunBitmap> changedRuns = new ChangeLog<>();
  private final LongAdder bytes = new LongAdder();
  private final Limits limits;
  private final LongSupplier wallMillis;
  private final AgeClock clock;
  private volatile long horizonMillis;
  private long nextExpiryMillis = Long.MIN_VALUE;

  /**
   * An empty index.
   *
   * @param wallMillis the time of day
   * @param elapsedMillis a time since any moment that never jumps, by which runs grow old
   */
  public DedupIndex(Limits limits, LongSupplier wallMillis, LongSupplier elapsedMillis) {
    this.limits = limits;
    this.wallMillis = wallMillis;
    this.clock = new AgeClock(wallMillis, elapsedMillis);
  }

  /**
   * Makes room for the identities of an entry, which are to be claimed next, or says why they must
   * not be. An entry whose lines are all claimed already is never refused: it costs nothing. The
   * memory is checked, not reserved, so a few threads that claim at once may exceed it a little.
   */
  Optional<Refusal> admit(Entry<?> entry) {
    RunBitmap run = runs.get(entry.key().run());
    if (run == null) {
      return admitNew(entry.key().run());
    }
    return isRoomForNew() || isRoomIn(run, entry)
        ? Optional.empty()
        : Optional.of(Refusal.IDENTITIES);
  }

  /** One thread at a time, so that no two take the last place. */
  private synchronized Optional<Refusal> admitNew(RunId run) {
    if (!runs.containsKey(run)) {
      if (isForgotten(run)) {
        return Optional.of(Refusal.FORGOTTEN);
      }
      if (runs.size() >= limits.runs()) {
        return Optional.of(Refusal.RUNS);
      }
      if (!isRoomForNew()) {
        return Optional.of(Refusal.IDENTITIES);
      }
      bitmap(run);
    }
    return Optional.empty();
  }

  /** The time of day plays no part: what began at or before the horizon, began before now. */
  private boolean isForgotten(RunId run) {
    long horizon = horizonMillis;
    return run.isVersion7() && run.startMillis() <= horizon;
  }

  private boolean isRoomForNew() {
    return bytes.sum() < limits.identityBytes() - limits.identityBytes() / KEPT_PART;
  }

  private boolean isRoomIn(RunBitmap run, Entry<?> entry) {
    boolean isRoom = bytes.sum() < limits.identityBytes();
    boolean isDense = run.isDenseBefore(entry.key().seq());
    long end = end(entry);
    long to;
    for (long from = entry.key().seq(); from < end; from = to) {
      to = Math.min(end, SeqChunk.end(from));
      SeqChunk chunk = run.chunkIfThere(from);
      if (chunk == null ? !isRoom || !isDense : !isRoom && !chunk.hasRoom(from, to)) {
        return false;
      }
      isDense = SeqChunk.isHalf(to - from) || (chunk != null && chunk.isHalfFull());
    }
    return true;
  }

  /** The number after the last one of the entry. */
  private static long end(Entry<?> entry) {
    return (long) entry.key().seq() + entry.count();
  }

  /** True if all identities of the entry are claimed. */
  boolean contains(Entry<?> entry) {
    RunBitmap run = runs.get(entry.key().run());
    long end = end(entry);
    long to;
    for (long from = entry.key().seq(); from < end; from = to) {
      to = Math.min(end, SeqChunk.end(from));
      SeqChunk chunk = run == null ? null : run.chunkIfThere(from);
      if (chunk == null || !chunk.contains(from, to)) {
        return false;
      }
    }
    return true;
  }

  private RunBitmap bitmap(RunId run) {
    RunBitmap bitmap = runs.get(run);
    return bitmap != null
        ? bitmap
        : runs.computeIfAbsent(
            run,
            id -> {
              bytes.add(RunBitmap.EMPTY_BYTES);
              return new RunBitmap(id, clock.millis());
            });
  }

  /** Claims the identities of an entry of an admitted run; gives the lines whose are new. */
  <P> NewLines<P> claim(Entry<P> entry) {
    RunBitmap run = bitmap(entry.key().run());
    RoaringBitmap known = new RoaringBitmap();
    long end = end(entry);
    long to;
    for (long from = entry.key().seq(); from < end; from = to) {
      to = Math.min(end, SeqChunk.end(from));
      SeqChunk chunk = run.chunk(from, () -> bytes.add(SeqChunk.EMPTY_BYTES));
      if (chunk.claim(from, to, known, bytes)) {
        changedChunks.add(chunk);
      }
    }
    run.addDuplicates(known.getCardinality());
    changedRuns.add(run);
    return new NewLines<>(entry, known);
  }

  /** Takes over the times of a durable index, after its runs and before any claim. */
  void restore(CheckpointDelta.Ages durable) {
    horizonMillis = durable.horizonMillis();
    clock.goOnFrom(
        durable.clockMillis() > 0
            ? durable.clockMillis()
            : Math.min(wallMillis.getAsLong(), lastSeenMillis()));
  }

  /**
   * For a state of an older build, whose clock was the time of day: the earlier of this and of the
   * time of day makes no run too old.
   */
  private long lastSeenMillis() {
    return runs.values().stream().mapToLong(RunBitmap::lastSeenMillis).max().orElse(Long.MAX_VALUE);
  }

  /** Takes over a run that is durable already, before any claim; also beyond the limits. */
  void restore(CheckpointDelta.Run durable) {
    RunBitmap run = new RunBitmap(durable.id(), durable.lastSeenMillis());
    run.addDuplicates(durable.duplicates());
    runs.put(durable.id(), run);
    bytes.add(RunBitmap.EMPTY_BYTES);
  }

  /** Takes over a chunk of a run that was restored before. */
  void restore(CheckpointDelta.Chunk durable) {
    SeqChunk chunk = new SeqChunk(durable.run(), durable.index(), durable.seqs());
    runs.get(durable.run()).restore(chunk);
    bytes.add(SeqChunk.EMPTY_BYTES + SeqChunk.bytes(chunk.size()));
  }

  RunBitmap run(RunId id) {
    return runs.get(id);
  }

  Collection<RunBitmap> runs() {
    return runs.values();
  }

  /** How full it is: runs and identities. */
  List<BudgetUse> budgets() {
    return List.of(
        new BudgetUse(BudgetUse.RUNS, runs.size(), limits.runs()),
        new BudgetUse(BudgetUse.IDENTITIES, bytes.sum(), limits.identityBytes()));
  }

  /** The present times; claims must be held off. */
  CheckpointDelta.Ages ages() {
    return new CheckpointDelta.Ages(clock.millis(), horizonMillis);
  }

  /** The chunks that changed since the last drain; claims must be held off. */
  List<SeqChunk> drainChunks() {
    return changedChunks.drain();
  }

  /** The runs seen since the last drain, their time updated; claims must be held off. */
  List<RunBitmap> drainSeen() {
    List<RunBitmap> seen = changedRuns.drain();
    long now = clock.millis();
    seen.forEach(run -> run.seenAt(now));
    return seen;
  }

  /**
   * Forgets the runs that are too old; looks for them once an hour. Claims must be held off.
   *
   * @return what was forgotten
   */
  List<RunBitmap> expire() {
    long now = clock.millis();
    if (now < nextExpiryMillis) {
      return List.of();
    }
    nextExpiryMillis = now + EXPIRY_PERIOD_MILLIS;
    long oldMillis = now - limits.ttl().toMillis();
    List<RunBitmap> old =
        runs.values().stream().filter(run -> run.lastSeenMillis() < oldMillis).toList();
    old.forEach(this::forget);
    return old;
  }

  /**
   * The run's own start is believed up to the later of both clocks: the age clock may have stood
   * still, the time of day jumped back.
   */
  private void forget(RunBitmap run) {
    runs.remove(run.run());
    bytes.add(-run.bytes());
    long latest = Math.max(clock.millis(), wallMillis.getAsLong()) + RunAge.AHEAD.toMillis();
    if (run.run().isVersion7() && run.run().startMillis() <= latest) {
      horizonMillis = Math.max(horizonMillis, run.run().startMillis());
    }
  }
}
