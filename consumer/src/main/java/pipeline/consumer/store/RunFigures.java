package pipeline.consumer.store;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.stream.Collectors;
import org.roaringbitmap.RoaringBitmap;
import pipeline.wire.identity.RunId;

/**
 * The figures that the counted sequence numbers of one run, and its end, prove.
 *
 * @param lines how many of its lines were counted
 * @param highest the highest sequence number counted; -1 if none was
 * @param ends the numbers of lines with which it was closed, ascending: none while it is open, and
 *     more than one if its ends disagree
 * @param beyond how many of the lines have numbers that its highest end does not allow
 * @param duplicates how many copies were suppressed
 * @param gaps the first few ranges of missing numbers
 */
public record RunFigures(
    RunId run,
    long lines,
    long highest,
    List<Long> ends,
    long beyond,
    long duplicates,
    List<Gap> gaps) {
  private static final int MAX_GAPS = 5;

  /** A range of missing numbers, both ends included. */
  public record Gap(long first, long last) {}

  /**
   * The number of missing sequence numbers: below the end if there is one, else below the highest.
   */
  public long missing() {
    return ends.isEmpty() ? missingBelowHighest() : ends.get(ends.size() - 1) - (lines - beyond);
  }

  /** The number of missing sequence numbers below the highest. */
  public long missingBelowHighest() {
    return highest + 1 - lines;
  }

  /** Whether the run has exactly one end. */
  public boolean isClosed() {
    return ends.size() == 1;
  }

  /** Whether all lines of the run were counted, as its one end says. */
  public boolean isComplete() {
    return isClosed() && missing() == 0 && beyond == 0;
  }

  /**
   * The line of the run in a report, {@code run ID lines=9930 of=9930 missing=0 duplicates=0};
   * {@code of=?} while the run is open, and several numbers if its ends disagree. If any are
   * missing, their first ranges follow; if there are any beyond the end, their number.
   */
  public String line() {
    String all = ends.stream().map(String::valueOf).collect(Collectors.joining(","));
    String line =
        "run %s lines=%s of=%s missing=%s duplicates=%s"
            .formatted(run, lines, all.isEmpty() ? "?" : all, missing(), duplicates);
    if (!gaps.isEmpty()) {
      line +=
          gaps.stream()
              .map(gap -> gap.first() + "-" + gap.last())
              .collect(Collectors.joining(",", " gaps=", ""));
    }
    return beyond > 0 ? line + " beyond=" + beyond : line;
  }

  /** Adds up the numbers of one run, some at a time. Not thread-safe. */
  public static final class Scan {
    private final RunId run;
    private final List<Long> ends;
    private final long duplicates;
    private final List<Gap> gaps = new ArrayList<>();
    private long lines;
    private long beyond;

    /** The number after the highest. */
    private long next;

    /**
     * A scan without numbers yet.
     *
     * @param ends the numbers of lines with which the run was closed
     * @param duplicates how many copies were suppressed
     */
    public Scan(RunId run, NavigableSet<Long> ends, long duplicates) {
      this.run = run;
      this.ends = List.copyOf(ends);
      this.duplicates = duplicates;
    }

    /** Adds counted numbers, at least one, all higher than those before. */
    public void add(RoaringBitmap seqs) {
      long last = Integer.toUnsignedLong(seqs.last());
      noteGap(seqs.first() - 1L);
      while (gaps.size() < MAX_GAPS && next <= last) {
        next = seqs.nextAbsentValue((int) next);
        noteGap(next < last ? seqs.nextValue((int) next) - 1L : next - 1);
      }
      next = last + 1;
      lines += seqs.getLongCardinality();
      beyond += ends.isEmpty() ? 0 : seqs.getLongCardinality() - seqs.rangeCardinality(0, end());
    }

    private long end() {
      return ends.get(ends.size() - 1);
    }

    /** Notes that the numbers from the next one to {@code last} are missing. */
    private void noteGap(long last) {
      if (last >= next && gaps.size() < MAX_GAPS) {
        gaps.add(new Gap(next, last));
      }
      next = Math.max(next, last + 1);
    }

    /** The figures of all that was added; to be called once. */
    public RunFigures figures() {
      long highest = next - 1;
      if (!ends.isEmpty()) {
        noteGap(end() - 1);
      }
      return new RunFigures(run, lines, highest, ends, beyond, duplicates, List.copyOf(gaps));
    }
  }
}
