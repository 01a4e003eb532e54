package pipeline.consumer.store.memory;

import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;
import org.roaringbitmap.RoaringBitmap;
import pipeline.consumer.store.NamedCount;
import pipeline.wire.identity.RunId;

/**
 * What changed between two checkpoints, as absolute values, so that writing it twice does no harm.
 *
 * @param counts the numbers that changed, with their new values
 * @param chunks chunks of identities with their new contents
 * @param runs runs with their new figures
 * @param forgotten runs to be forgotten
 * @param horizonMillis the latest start among all forgotten runs, in milliseconds since 1970; 0 if
 *     there is none; never decreases
 * @param lines how many lines were counted in all
 */
public record CheckpointDelta(
    Collection<NamedCount> counts,
    List<Chunk> chunks,
    List<Run> runs,
    List<ForgottenRun> forgotten,
    long horizonMillis,
    long lines) {

  /** The contents of one chunk of a run's identities; {@code seqs} is a copy. */
  public record Chunk(RunId run, int index, RoaringBitmap seqs) {
    static Chunk of(SeqChunk chunk) {
      return new Chunk(chunk.run(), chunk.index(), chunk.seqs());
    }
  }

  /**
   * A run's figures.
   *
   * @param lastSeenMillis by the time of day
   * @param ends the numbers of lines with which it was closed
   */
  public record Run(RunId id, long duplicates, long lastSeenMillis, NavigableSet<Long> ends) {
    static Run of(RunBitmap run) {
      return new Run(run.run(), run.duplicates(), run.lastSeenMillis(), run.ends());
    }
  }

  /** A run to be forgotten, with the indices of its chunks. */
  public record ForgottenRun(RunId id, List<Integer> chunks) {
    static ForgottenRun of(RunBitmap run) {
      return new ForgottenRun(run.run(), run.chunks().stream().map(SeqChunk::index).toList());
    }
  }
}
