package pipeline.consumer.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.roaringbitmap.RoaringBitmap;

/** The figures of a run's numbers and its end, added some numbers at a time. */
class RunFiguresTest {
  private static final int CHUNK = 1 << 16;

  private static RunFigures figures(RoaringBitmap seqs, Long... ends) {
    NavigableSet<Long> all = new TreeSet<>(List.of(ends));
    RunFigures.Scan scan = new RunFigures.Scan(Entries.RUN, all, 7);
    for (long from = 0; from <= Integer.MAX_VALUE; from += CHUNK) {
      RoaringBitmap chunk = RoaringBitmap.bitmapOfRange(from, from + CHUNK);
      chunk.and(seqs);
      if (!chunk.isEmpty()) {
        scan.add(chunk);
      }
    }
    return scan.figures();
  }

  @Test
  void aRunIsCompleteWhenItsOneEndSaysSo() {
    RunFigures run = figures(RoaringBitmap.bitmapOfRange(0, 70_000), 70_000L);
    assertThat(run)
        .isEqualTo(new RunFigures(Entries.RUN, 70_000, 69_999, List.of(70_000L), 0, 7, List.of()));
    assertThat(run.isComplete()).isTrue();
    assertThat(run.missing()).isZero();
    assertThat(figures(RoaringBitmap.bitmapOfRange(0, 70_000)).isComplete()).isFalse();
  }

  @Test
  void linesLostAtTheEndAreMissing() {
    RunFigures run = figures(RoaringBitmap.bitmapOfRange(0, 90), 100L);
    assertThat(run.missing()).isEqualTo(10);
    assertThat(run.missingBelowHighest()).isZero();
    assertThat(run.gaps()).containsExactly(new RunFigures.Gap(90, 99));
    assertThat(run.isComplete()).isFalse();
  }

  @Test
  void aRunOfWhichOnlyTheEndArrivedIsMissing() {
    RunFigures run = figures(new RoaringBitmap(), 9_930L);
    assertThat(run.lines()).isZero();
    assertThat(run.missing()).isEqualTo(9_930);
    assertThat(run.gaps()).containsExactly(new RunFigures.Gap(0, 9_929));
    assertThat(figures(new RoaringBitmap(), 0L).isComplete()).isTrue();
  }

  @Test
  void linesBeyondTheEndReplaceNoneThatIsMissing() {
    RunFigures run = figures(RoaringBitmap.bitmapOf(0, 1, 3, 4, 100_000), 4L);
    assertThat(run.missing()).isEqualTo(1);
    assertThat(run.beyond()).isEqualTo(2);
    assertThat(run.isComplete()).isFalse();
    assertThat(figures(RoaringBitmap.bitmapOfRange(0, 5), 4L).isComplete()).isFalse();
  }

  @Test
  void endsThatDisagreeAreBothThereAndTheRunIsNotComplete() {
    RunFigures run = figures(RoaringBitmap.bitmapOfRange(0, 9_931), 9_931L, 9_930L);
    assertThat(run.ends()).containsExactly(9_930L, 9_931L);
    assertThat(run.missing()).isZero();
    assertThat(run.isClosed()).isFalse();
    assertThat(run.isComplete()).isFalse();
  }

  @Test
  void theLongestRunHasAnEnd() {
    RoaringBitmap seqs = RoaringBitmap.bitmapOf(Integer.MAX_VALUE);
    RunFigures run = figures(seqs, 1L << 31);
    assertThat(run.missing()).isEqualTo(Integer.MAX_VALUE);
    assertThat(run.gaps()).containsExactly(new RunFigures.Gap(0, Integer.MAX_VALUE - 1L));
  }

  @Test
  void anyNumbersGiveWhatLookingAtEachWouldGive() {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      RoaringBitmap seqs = new RoaringBitmap();
      int top = 1 + random.nextInt(3 * CHUNK);
      for (int i = 0; i < 4; i++) {
        long from = random.nextInt(top);
        seqs.add(from, Math.min(top, from + 1 + random.nextInt(CHUNK)));
      }
      long end = random.nextInt(top + 100);
      RunFigures run = random.nextBoolean() ? figures(seqs) : figures(seqs, end);

      long below = run.ends().isEmpty() ? top : end;
      TreeSet<Long> missing = new TreeSet<>();
      for (long seq = 0; seq < Math.max(seqs.last() + 1L, run.ends().isEmpty() ? 0 : end); seq++) {
        if (!seqs.contains((int) seq)) {
          missing.add(seq);
        }
      }
      assertThat(run.missing()).as("seed %d", seed).isEqualTo(missing.headSet(below).size());
      assertThat(run.lines()).isEqualTo(seqs.getLongCardinality());
      assertThat(run.gaps().stream().mapToLong(gap -> gap.last() - gap.first() + 1).sum())
          .as("seed %d", seed)
          .isEqualTo(run.gaps().size() < 5 ? missing.size() : sum(missing, run.gaps()));
    }
  }

  private static long sum(NavigableSet<Long> missing, List<RunFigures.Gap> gaps) {
    return missing
        .headSet(Collections.max(gaps.stream().map(RunFigures.Gap::last).toList()), true)
        .size();
  }
}
