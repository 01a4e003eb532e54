package pipeline.consumer.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pipeline.consumer.store.Entries;
import pipeline.consumer.store.RunFigures;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

class DedupIndexTest {
  private final DedupIndex index = new DedupIndex(() -> 1_000);

  private boolean claim(int seq) {
    return index.claim(Entries.line(seq, "a")).count() == 1;
  }

  private RunBitmap run() {
    return index.runs().iterator().next();
  }

  @Test
  void everyNumberIsNewOnce() {
    for (int seq : new int[] {0, 1, 65_535, 65_536, Integer.MAX_VALUE}) {
      assertThat(claim(seq)).isTrue();
      assertThat(claim(seq)).isFalse();
    }
    assertThat(run().figures().lines()).isEqualTo(5);
    assertThat(run().duplicates()).isEqualTo(5);
  }

  @Test
  void aLoneHighNumberCostsOneSmallChunk() {
    claim(Integer.MAX_VALUE);
    assertThat(run().chunks()).hasSize(1);
    assertThat(index.drainChunks().get(0).seqs().getSizeInBytes()).isLessThan(100);
  }

  @Test
  void aFullChunkShrinksToAFewBytes() {
    for (int seq = 0; seq < 65_536; seq++) {
      claim(seq);
    }
    assertThat(index.drainChunks().get(0).seqs().getSizeInBytes()).isLessThan(100);
    assertThat(claim(4711)).isFalse();
  }

  @Test
  void rangesAndSingleNumbersLeaveTheSameChunks() {
    for (int seq = 65_000; seq < 66_000; seq += 3) {
      claim(seq);
    }
    int known = 1 + 999 / 3;
    assertThat(index.claim(Entries.together(65_000, 66_000)).count()).isEqualTo(1_000 - known);
    assertThat(index.claim(Entries.together(65_000, 66_000)).count()).isZero();
    assertThat(index.claim(Entries.together(0, 200_000)).count()).isEqualTo(199_000);

    RunFigures figures = run().figures();
    assertThat(figures)
        .isEqualTo(
            new RunFigures(Entries.RUN, 200_000, 199_999, List.of(), 0, known + 2_000, List.of()));
    assertThat(index.drainChunks()).hasSize(4);
    assertThat(run().chunks().iterator().next().seqs().getSizeInBytes()).isLessThan(100);
  }

  @Test
  void aRangeOfTheLastNumbersOfARunIsClaimed() {
    int last = Integer.MAX_VALUE;
    Entry<Map<String, Integer>> range =
        new Entry<>(
            new RequestKey(Entries.RUN, last - 2),
            pipeline.wire.codec.Lines.of(List.of(Map.of(), Map.of(), Map.of())));
    assertThat(claim(last)).isTrue();
    assertThat(index.claim(range).numbers().toArray()).containsExactly(last - 2, last - 1);
    assertThat(run().figures().highest()).isEqualTo(last);
  }

  @Test
  void noOrderOfRangesAndGapsTakesMoreThanItsBits() {
    index.claim(Entries.together(0, 100));
    for (int seq = 101; seq < 65_536; seq += 2) {
      claim(seq);
    }
    assertThat(index.drainChunks().get(0).seqs().getSizeInBytes()).isLessThan(9_000);
  }

  @Test
  void figuresProveWhatIsMissing() {
    for (int seq : new int[] {2, 3, 7, 70_000}) {
      claim(seq);
    }
    claim(7);
    RunFigures figures = run().figures();

    assertThat(figures.lines()).isEqualTo(4);
    assertThat(figures.highest()).isEqualTo(70_000);
    assertThat(figures.missing()).isEqualTo(69_997);
    assertThat(figures.duplicates()).isEqualTo(1);
    assertThat(figures.gaps())
        .containsExactly(
            new RunFigures.Gap(0, 1), new RunFigures.Gap(4, 6), new RunFigures.Gap(8, 69_999));
  }

  @Test
  void aCompleteRunHasNoGaps() {
    for (int seq = 0; seq < 70_000; seq++) {
      claim(seq);
    }
    RunFigures figures = run().figures();
    assertThat(figures)
        .isEqualTo(new RunFigures(Entries.RUN, 70_000, 69_999, List.of(), 0, 0, List.of()));
  }

  @Test
  void runsAreKeptApart() {
    RunId other = RunId.parse("ffffffffffffffffffffffffffffffff");
    assertThat(claim(1)).isTrue();
    assertThat(index.claim(Entries.line(other, 1, "a")).count()).isEqualTo(1);
  }
}
