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
  /** About what a run without chunks takes, with its place in the index. */
  static final int EMPTY_BYTES = 256;

  private final RunId run;

  /** Most runs have one chunk. */
  private final ConcurrentHashMap<Integer, SeqChunk> chunks = new ConcurrentHashMap<>(1);

  private final LongAdder duplicates = new LongAdder();
  private volatile long lastSeenMillis;

  RunBitmap(RunId run, long lastSeenMillis) {
    this.run = run;
    this.lastSeenMillis = lastSeenMillis;
  }

  RunId run() {
    return run;
  }

  /**
   * The chunk that holds {@code seq}.
   *
   * @param made called if it was not there before
   */
  SeqChunk chunk(long seq, Runnable made) {
    int index = (int) (seq >>> SeqChunk.BITS);
    SeqChunk chunk = chunks.get(index);
    return chunk != null
        ? chunk
        : chunks.computeIfAbsent(
            index,
            i -> {
              made.run();
              return new SeqChunk(run, i);
            });
  }

  /** Whether the chunk before that of {@code seq} shows a run that numbers its lines in order. */
  boolean isDenseBefore(long seq) {
    SeqChunk before = chunks.get((int) (seq >>> SeqChunk.BITS) - 1);
    return before != null && before.isHalfFull();
  }

  /** The chunk that holds {@code seq}, or null. */
  SeqChunk chunkIfThere(long seq) {
    return chunks.get((int) (seq >>> SeqChunk.BITS));
  }

  /** About how much memory it takes. */
  long bytes() {
    return EMPTY_BYTES
        + chunks.values().stream()
            .mapToLong(chunk -> SeqChunk.EMPTY_BYTES + SeqChunk.bytes(chunk.size()))
            .sum();
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

  void seenAt(long millis) {
    lastSeenMillis = millis;
  }

  /** By the index's {@link AgeClock}. */
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
