package pipeline.consumer.store.memory;

import java.util.List;
import org.roaringbitmap.RoaringBitmap;
import pipeline.consumer.store.NamedCount;
import pipeline.wire.identity.RunId;

/**
 * The changes between two checkpoints, as absolute values, so that writing them twice does no harm.
 *
 * @param counts the numbers that changed, with their new values
 * @param chunks chunks of identities with their new contents
 * @param runs runs with their new figures
 * @param forgotten runs to be removed, of which nothing has changed
 * @param lines how many lines were counted in all
 * @param horizonMillis the latest start among all forgotten runs
 */
public record Changes(
    List<NamedCount> counts,
    List<Chunk> chunks,
    List<RunRecord> runs,
    List<RunId> forgotten,
    long lines,
    long horizonMillis) {

  /** The contents of one chunk of a run's identities; {@code seqs} is a copy. */
  public record Chunk(RunId run, int index, RoaringBitmap seqs) {}
}
