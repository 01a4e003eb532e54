package pipeline.consumer.store.memory;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/**
 * The identities already counted, as a bitmap for each run. They must outlive the ack, since the
 * broker may deliver acked messages again and a client may send again; so runs leave by age only.
 * Thread-safe, except where a method says otherwise.
 */
public final class DedupIndex {
  private static final long EXPIRY_PERIOD_MILLIS = Duration.ofHours(1).toMillis();

  private final ConcurrentHashMap<RunId, RunBitmap> runs = new ConcurrentHashMap<>();
  private final ChangeLog<SeqChunk> changedChunks = new ChangeLog<>();
  private final ChangeLog<RunBitmap> changedRuns = new ChangeLog<>();
  private final int maxRuns;
  private final long ttlMillis;
  private final LongSupplier wallMillis;
  private long nextExpiryMillis = Long.MIN_VALUE;

  /**
   * An empty index.
   *
   * @param maxRuns how many runs are admitted
   * @param ttl how long a run is remembered after it was last seen
   * @param wallMillis the time of day, by which runs grow old
   */
  public DedupIndex(int maxRuns, Duration ttl, LongSupplier wallMillis) {
    this.maxRuns = maxRuns;
    this.ttlMillis = ttl.toMillis();
    this.wallMillis = wallMillis;
  }

  /** Whether entries of this run may be claimed; if there is room for a new run, it takes it. */
  boolean admit(RunId run) {
    return runs.containsKey(run) || admitNew(run);
  }

  /** One thread at a time, so that no two take the last place. */
  private synchronized boolean admitNew(RunId run) {
    if (!runs.containsKey(run) && runs.size() >= maxRuns) {
      return false;
    }
    bitmap(run);
    return true;
  }

  private RunBitmap bitmap(RunId run) {
    RunBitmap bitmap = runs.get(run);
    return bitmap != null
        ? bitmap
        : runs.computeIfAbsent(run, id -> new RunBitmap(id, wallMillis.getAsLong()));
  }

  /** True if this identity, of an admitted run, was not claimed before; from now on it is. */
  boolean claim(RequestKey key) {
    RunBitmap run = bitmap(key.run());
    SeqChunk chunk = run.chunk(key.seq());
    boolean isNew = chunk.claim(key.seq());
    if (isNew) {
      changedChunks.add(chunk);
    } else {
      run.addDuplicates(1);
    }
    changedRuns.add(run);
    return isNew;
  }

  /** Takes over a run that is durable already, before any claim. */
  void restore(CheckpointDelta.Run durable) {
    RunBitmap run = new RunBitmap(durable.id(), durable.lastSeenMillis());
    run.addDuplicates(durable.duplicates());
    runs.put(durable.id(), run);
  }

  /** Takes over a chunk of a run that was restored before. */
  void restore(CheckpointDelta.Chunk durable) {
    SeqChunk chunk = new SeqChunk(durable.run(), durable.index(), durable.seqs());
    runs.get(durable.run()).restore(chunk);
  }

  RunBitmap run(RunId id) {
    return runs.get(id);
  }

  Collection<RunBitmap> runs() {
    return runs.values();
  }

  /** The chunks that changed since the last drain; claims must be held off. */
  List<SeqChunk> drainChunks() {
    return changedChunks.drain();
  }

  /** The runs seen since the last drain, their time updated; claims must be held off. */
  List<RunBitmap> drainSeen() {
    List<RunBitmap> seen = changedRuns.drain();
    long now = wallMillis.getAsLong();
    seen.forEach(run -> run.seenAt(now));
    return seen;
  }

  /**
   * Forgets the runs that are too old; looks for them once an hour. Claims must be held off.
   *
   * @return what was forgotten
   */
  List<RunBitmap> expire() {
    long now = wallMillis.getAsLong();
    if (now < nextExpiryMillis) {
      return List.of();
    }
    nextExpiryMillis = now + EXPIRY_PERIOD_MILLIS;
    List<RunBitmap> old =
        runs.values().stream().filter(run -> run.lastSeenMillis() < now - ttlMillis).toList();
    old.forEach(run -> runs.remove(run.run()));
    return old;
  }
}
