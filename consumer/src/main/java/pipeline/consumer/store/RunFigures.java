package pipeline.consumer.store;

import java.util.ArrayList;
import java.util.List;
import org.roaringbitmap.RoaringBitmap;
import pipeline.wire.identity.RunId;

/**
 * What the counted sequence numbers of one run prove.
 *
 * @param lines how many of its lines were counted
 * @param highest the highest sequence number counted; a complete run has {@code highest + 1} lines
 * @param duplicates how many copies were suppressed
 * @param gaps the first few ranges of missing numbers
 */
public record RunFigures(RunId run, long lines, long highest, long duplicates, List<Gap> gaps) {
  private static final int MAX_GAPS = 5;

  /** Missing numbers, both ends included. */
  public record Gap(long first, long last) {}

  public static RunFigures of(RunId run, RoaringBitmap seqs, long duplicates) {
    long highest = seqs.isEmpty() ? -1 : Integer.toUnsignedLong(seqs.last());
    List<Gap> gaps = new ArrayList<>();
    long next = seqs.nextAbsentValue(0);
    while (next < highest && gaps.size() < MAX_GAPS) {
      long present = seqs.nextValue((int) next);
      gaps.add(new Gap(next, present - 1));
      next = seqs.nextAbsentValue((int) present);
    }
    return new RunFigures(run, seqs.getLongCardinality(), highest, duplicates, gaps);
  }

  /** How many numbers below the highest are missing. */
  public long missing() {
    return highest + 1 - lines;
  }
}
