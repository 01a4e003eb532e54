package pipeline.consumer.store.memory;

import java.util.Collection;
import java.util.List;
import org.roaringbitmap.RoaringBitmap;
import pipeline.consumer.store.NamedCount;
import pipeline.wire.identity.RunId;

/**
 * What changed between two checkpoints, as absolute values, so that writing it twice does no harm.
 *
 * @param counts what changed, with its new totals
 * @param chunks chunks of identities with their new contents
 * @param runs runs with their new figures
 * @param expired runs to be forgotten, as they were
 * @param lines how many lines were counted in all
 */
public record CheckpointDelta(
    Collection<NamedCount> counts,
    List<Chunk> chunks,
    List<Run> runs,
    List<RunBitmap> expired,
    long lines) {

  /** A {@link SeqChunk} as it was; nobody else holds {@code seqs}. */
  public record Chunk(RunId run, int index, RoaringBitmap seqs) {
    static Chunk of(SeqChunk chunk) {
      return new Chunk(chunk.run(), chunk.index(), chunk.seqs());
    }
  }

  /** A {@link RunBitmap} without its bits. */
  public record Run(RunId id, long duplicates, long lastSeenMillis) {
    static Run of(RunBitmap run) {
      return new Run(run.run(), run.duplicates(), run.lastSeenMillis());
    }
  }
}
