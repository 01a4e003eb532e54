package pipeline.consumer.store.memory;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.roaringbitmap.RoaringBitmap;
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
  private final GenerationCache<RunId, RunState> runs;
  private final GenerationCache<ChunkKey, SeqChunk> chunks;
  private final ChangeLog<SeqChunk> changedChunks = new ChangeLog<>();
  private final ChangeLog<RunState> changedRuns = new ChangeLog<>();

  /** The latest start among all forgotten runs; changed while claims are held off. */
  private volatile long horizonMillis;

  /** An index that knows the durable identities. */
  DedupIndex(DurableCounts durable) {
    runs = new GenerationCache<>(id -> new RunState(id, durable.run(id)), run -> RunState.BYTES);
    chunks = new GenerationCache<>(key -> chunk(key, durable), SeqChunk::bytes);
    horizonMillis = durable.horizonMillis();
  }

  /** The place of a chunk; has an order for maps with keys of one hash code. */
  private record ChunkKey(RunId run, int index) implements Comparable<ChunkKey> {
    @Override
    public int compareTo(ChunkKey other) {
      int byRun = run.compareTo(other.run);
      return byRun == 0 ? Integer.compare(index, other.index) : byRun;
    }
  }

  private static SeqChunk chunk(ChunkKey key, DurableCounts durable) {
    RoaringBitmap seqs = durable.chunk(key.run(), key.index());
    return new SeqChunk(key.run(), key.index(), seqs == null ? new RoaringBitmap() : seqs);
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
      to = Math.min(end, SeqChunk.end(from));
      SeqChunk chunk = chunks.get(new ChunkKey(id, (int) (from >>> SeqChunk.BITS)));
      if (chunk.claim(from, to, known, chunks::grow)) {
        changedChunks.add(chunk);
      }
    }
    int copies = known.getCardinality();
    RunState run = runs.get(id);
    run.count(entry.count() - copies, copies);
    changedRuns.add(run);
    return new NewLines<>(entry, known);
  }

  /** Closes a run that is not forgotten. */
  void close(RunEnd end) {
    RunState run = runs.get(end.run());
    run.close(end.lines());
    changedRuns.add(run);
  }

  long horizonMillis() {
    return horizonMillis;
  }

  /** The approximate bytes of the young objects. */
  long weight() {
    return runs.weight() + chunks.weight();
  }

  /** The approximate number of changed items; a chunk counts as two. */
  long changes() {
    return changedRuns.size() + 2 * changedChunks.size();
  }

  /** The chunks that changed since the last drain; claims must be held off. */
  List<Changes.Chunk> drainChunks() {
    return changedChunks.drain().stream()
        .map(chunk -> new Changes.Chunk(chunk.run(), chunk.index(), chunk.seqs()))
        .toList();
  }

  /** The runs seen since the last drain; claims must be held off. */
  List<RunRecord> drainRuns(long nowMillis) {
    return changedRuns.drain().stream().map(run -> run.record(nowMillis)).toList();
  }

  /** Notes the last drain again, as it was not made durable. */
  void putBack() {
    changedChunks.putBack();
    changedRuns.putBack();
  }

  /** Drops the objects that were not touched lately, see {@link GenerationCache#endGeneration}. */
  void endGeneration() {
    runs.endGeneration();
    chunks.endGeneration();
  }

  /** The runs of which something has changed since the last drain; claims must be held off. */
  Set<RunId> changedRuns() {
    return Stream.concat(
            changedRuns.stream().map(RunState::id), changedChunks.stream().map(SeqChunk::run))
        .collect(Collectors.toSet());
  }

  /**
   * Forgets runs of which nothing has changed since the last drain; claims must be held off.
   *
   * @param indices of the run's chunks
   */
  void forget(RunId run, List<Integer> indices) {
    runs.remove(run);
    indices.forEach(index -> chunks.remove(new ChunkKey(run, index)));
    if (run.isVersion7()) {
      horizonMillis = Math.max(horizonMillis, run.startMillis());
    }
  }
}
