package pipeline.consumer.store.memory;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.roaringbitmap.RoaringBitmap;
import pipeline.consumer.store.NewLines;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.identity.RunId;

/**
 * The identities already counted, as a bitmap for each run. They must outlive the ack, since the
 * broker may deliver acked messages again and a client may send again; so runs leave by age only,
 * and a run that began before one that has left is not taken for a new one. Thread-safe, except
 * where a method says otherwise.
 */
public final class DedupIndex {
  private final ConcurrentHashMap<RunId, RunBitmap> runs = new ConcurrentHashMap<>();
  private final ChangeLog<SeqChunk> changedChunks = new ChangeLog<>();
  private final ChangeLog<RunBitmap> changedRuns = new ChangeLog<>();
  private final LongSupplier wallMillis;
  private List<RunBitmap> forgotten = new ArrayList<>();

  /** The latest start among all forgotten runs; changed while claims are held off. */
  private volatile long horizonMillis;

  /**
   * An empty index.
   *
   * @param wallMillis the time of day
   */
  public DedupIndex(LongSupplier wallMillis) {
    this.wallMillis = wallMillis;
  }

  /**
   * Whether the run may be one that was forgotten: it is unknown, and did not start after all of
   * those. The time of day plays no part.
   */
  boolean isForgotten(RunId run) {
    return run.isVersion7() && run.startMillis() <= horizonMillis && !runs.containsKey(run);
  }

  /** The number after the last one of the entry. */
  private static long end(Entry<?> entry) {
    return (long) entry.key().seq() + entry.count();
  }

  private RunBitmap bitmap(RunId run) {
    RunBitmap bitmap = runs.get(run);
    return bitmap != null
        ? bitmap
        : runs.computeIfAbsent(run, id -> new RunBitmap(id, wallMillis.getAsLong()));
  }

  /** Claims the identities of an entry of a run that is not forgotten; gives the new lines. */
  <P> NewLines<P> claim(Entry<P> entry) {
    RunBitmap run = bitmap(entry.key().run());
    RoaringBitmap known = new RoaringBitmap();
    long end = end(entry);
    long to;
    for (long from = entry.key().seq(); from < end; from = to) {
      to = Math.min(end, SeqChunk.end(from));
      SeqChunk chunk = run.chunk(from);
      if (chunk.claim(from, to, known)) {
        changedChunks.add(chunk);
      }
    }
    run.addDuplicates(known.getCardinality());
    changedRuns.add(run);
    return new NewLines<>(entry, known);
  }

  /** Closes a run that is not forgotten. */
  void close(RunEnd end) {
    RunBitmap run = bitmap(end.run());
    run.close(end.lines());
    changedRuns.add(run);
  }

  /** Takes over the horizon of a durable index, before any claim. */
  void restoreHorizon(long millis) {
    horizonMillis = millis;
  }

  /** Takes over a run that is durable already, before any claim. */
  void restore(CheckpointDelta.Run durable) {
    RunBitmap run = new RunBitmap(durable.id(), durable.lastSeenMillis());
    run.addDuplicates(durable.duplicates());
    durable.ends().forEach(run::close);
    runs.put(durable.id(), run);
  }

  /** Takes over a chunk of a run that was restored before. */
  void restore(CheckpointDelta.Chunk durable) {
    SeqChunk chunk = new SeqChunk(durable.run(), durable.index(), durable.seqs());
    runs.get(durable.run()).restore(chunk);
  }

  Collection<RunBitmap> runs() {
    return runs.values();
  }

  long horizonMillis() {
    return horizonMillis;
  }

  /** The chunks that changed since the last drain; claims must be held off. */
  List<SeqChunk> drainChunks() {
    return changedChunks.drain().stream().filter(chunk -> isKnown(chunk.run())).toList();
  }

  private boolean isKnown(RunId run) {
    return runs.containsKey(run);
  }

  /** The runs seen since the last drain, their time updated; claims must be held off. */
  List<RunBitmap> drainSeen() {
    List<RunBitmap> seen = changedRuns.drain().stream().filter(run -> isKnown(run.run())).toList();
    long now = wallMillis.getAsLong();
    seen.forEach(run -> run.seenAt(now));
    return seen;
  }

  /** What was forgotten since the last drain; claims must be held off. */
  List<RunBitmap> drainForgotten() {
    List<RunBitmap> drained = forgotten;
    forgotten = new ArrayList<>();
    return drained;
  }

  /**
   * Forgets each run that started before that time, or was last seen before it if its id does not
   * tell. Claims must be held off.
   */
  void forget(long beforeMillis) {
    for (RunBitmap run : runs.values()) {
      if (run.ageMillis() < beforeMillis) {
        runs.remove(run.run());
        forgotten.add(run);
        if (run.run().isVersion7()) {
          horizonMillis = Math.max(horizonMillis, run.run().startMillis());
        }
      }
    }
  }
}
