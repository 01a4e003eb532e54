package pipeline.consumer.store.memory;

import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.roaringbitmap.RoaringBitmap;
import pipeline.consumer.store.RunFigures;
import pipeline.wire.identity.RunId;

/**
 * The counted sequence numbers of one run, in chunks that are made where numbers fall, so that a
 * lone high number costs no more than a low one. Thread-safe.
 */
final class RunBitmap extends ChangeLog.Item {
  private final RunId run;
  private final ConcurrentHashMap<Integer, SeqChunk> chunks = new ConcurrentHashMap<>();
  private final LongAdder duplicates = new LongAdder();
  private volatile long lastSeenMillis;

  RunBitmap(RunId run, long lastSeenMillis) {
    this.run = run;
    this.lastSeenMillis = lastSeenMillis;
  }

  RunId run() {
    return run;
  }

  /** The chunk that holds {@code seq}. */
  SeqChunk chunk(int seq) {
    int index = seq >>> SeqChunk.BITS;
    SeqChunk chunk = chunks.get(index);
    return chunk != null ? chunk : chunks.computeIfAbsent(index, i -> new SeqChunk(run, i));
  }

  Collection<SeqChunk> chunks() {
    return chunks.values();
  }

  /** Takes over a chunk that is durable already. */
  void restore(SeqChunk chunk) {
    chunks.put(chunk.index(), chunk);
  }

  void addDuplicates(long more) {
    duplicates.add(more);
  }

  long duplicates() {
    return duplicates.sum();
  }

  void seenAt(long wallMillis) {
    lastSeenMillis = wallMillis;
  }

  long lastSeenMillis() {
    return lastSeenMillis;
  }

  RunFigures figures() {
    return RunFigures.of(run, seqs(), duplicates());
  }

  /** All numbers that were counted; a copy. */
  RoaringBitmap seqs() {
    RoaringBitmap all = new RoaringBitmap();
    chunks.values().forEach(chunk -> all.or(chunk.seqs()));
    return all;
  }
}
