package pipeline.consumer.store.memory;

import org.roaringbitmap.RoaringBitmap;
import pipeline.consumer.store.Chunks;
import pipeline.consumer.store.NewLines;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.identity.RunId;

/**
 * The identities already counted, as bitmaps of each run in chunks that are made where numbers
 * fall, so that a lone high number costs no more than a low one. They must outlive the ack, since
 * the broker may deliver acked messages again and a client may send again; so runs leave by age
 * only, and a run that began before one that has left is not taken for a new one. Thread-safe,
 * except where a method says otherwise.
 */
final class DedupIndex {
  private final WorkingSet<RunId, RunState> runs;
  private final WorkingSet<ChunkKey, SeqChunk> chunks;

  /** The latest start among all forgotten runs; changed while claims are held off. */
  private volatile long horizonMillis;

  /** An index of the given runs and chunks. */
  DedupIndex(
      WorkingSet<RunId, RunState> runs, WorkingSet<ChunkKey, SeqChunk> chunks, long horizonMillis) {
    this.runs = runs;
    this.chunks = chunks;
    this.horizonMillis = horizonMillis;
  }

  /** The place of a chunk; has an order for maps with keys of one hash code. */
  record ChunkKey(RunId run, int index) implements Comparable<ChunkKey> {
    @Override
    public int compareTo(ChunkKey other) {
      int byRun = run.compareTo(other.run);
      return byRun == 0 ? Integer.compare(index, other.index) : byRun;
    }
  }

  /**
   * Whether the run may be one that was forgotten: it is unknown, and started no later than the
   * latest of those. The time of day plays no part.
   */
  boolean isForgotten(RunId run) {
    return run.isVersion7() && run.startMillis() <= horizonMillis && !runs.get(run).isKnown();
  }

  /** Claims the identities of an entry of a run that is not forgotten; gives the new lines. */
  <P> NewLines<P> claim(Entry<P> entry) {
    RunId id = entry.key().run();
    RoaringBitmap known = new RoaringBitmap();
    long end = (long) entry.key().seq() + entry.count();
    long to;
    for (long from = entry.key().seq(); from < end; from = to) {
      to = Math.min(end, Chunks.end(from));
      SeqChunk chunk = chunks.get(new ChunkKey(id, Chunks.index(from)));
      if (chunk.claim(from, to, known, chunks::grow)) {
        chunks.changed(chunk);
      }
    }
    int copies = known.getCardinality();
    RunState run = runs.get(id);
    run.count(entry.count() - copies, copies);
    runs.changed(run);
    return new NewLines<>(entry, known);
  }

  /** Closes a run that is not forgotten. */
  void close(RunEnd end) {
    RunState run = runs.get(end.run());
    run.close(end.lines());
    runs.changed(run);
  }

  long horizonMillis() {
    return horizonMillis;
  }

  /** Sets the latest start among all forgotten runs; claims must be held off. */
  void forgetUntil(long startMillis) {
    horizonMillis = startMillis;
  }
}
