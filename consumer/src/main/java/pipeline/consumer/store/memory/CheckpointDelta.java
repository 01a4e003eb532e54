package pipeline.consumer.store.memory;

import java.util.Collection;
import java.util.List;
import org.roaringbitmap.RoaringBitmap;
import pipeline.consumer.store.NamedCount;
import pipeline.wire.identity.RunId;

/**
 * What changed between two checkpoints, as absolute values, so that writing it twice does no harm.
 *
 * @param counts the numbers that changed, with their new values
 * @param chunks chunks of identities with their new contents
 * @param runs runs with their new duplicates and times
 * @param expired runs to be forgotten
 * @param ages the index's clock and horizon, by which it later tells whether a run is too old
 * @param lines how many lines were counted in all
 */
public record CheckpointDelta(
    Collection<NamedCount> counts,
    List<Chunk> chunks,
    List<Run> runs,
    List<ExpiredRun> expired,
    Ages ages,
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
   * @param lastSeenMillis by the clock of {@link Ages}
   */
  public record Run(RunId id, long duplicates, long lastSeenMillis) {
    static Run of(RunBitmap run) {
      return new Run(run.run(), run.duplicates(), run.lastSeenMillis());
    }
  }

  /** A run to be forgotten, with the indices of its chunks. */
  public record ExpiredRun(RunId id, List<Integer> chunks) {
    static ExpiredRun of(RunBitmap run) {
      return new ExpiredRun(run.run(), run.chunks().stream().map(SeqChunk::index).toList());
    }
  }

  /**
   * The two times of an index, in milliseconds since 1970. Neither ever decreases.
   *
   * @param clockMillis the time by which runs age, see {@link AgeClock}; 0 if the state has none
   * @param horizonMillis the latest start among all forgotten runs; 0 if there is none
   */
  public record Ages(long clockMillis, long horizonMillis) {
    public static final Ages UNKNOWN = new Ages(0, 0);
  }
}
