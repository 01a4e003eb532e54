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
 * @param lines how many lines were counted in all
 * @param horizonMillis the latest start among all forgotten runs
 */
public record Changes(
    List<NamedCount> counts,
    List<Chunk> chunks,
    List<RunRecord> runs,
    long lines,
    long horizonMillis) {

  /** The contents of one chunk of a run's identities; {@code seqs} is a copy. */
  public record Chunk(RunId run, int index, RoaringBitmap seqs) {}

  /** Changes without any item, of counts that are empty. */
  public static Changes none() {
    return new Changes(List.of(), List.of(), List.of(), 0, 0);
  }

  /** The number of changed items. */
  public int size() {
    return counts.size() + chunks.size() + runs.size();
  }
}
