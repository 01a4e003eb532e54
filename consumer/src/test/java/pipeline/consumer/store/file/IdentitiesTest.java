package pipeline.consumer.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import pipeline.consumer.store.CountedStore;
import pipeline.consumer.store.Entries;
import pipeline.consumer.store.RunFigures;
import pipeline.consumer.workload.WordCountHandler;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

class IdentitiesTest {
  private final CountedStore<Map<String, Integer>> counts = CountedStore.words();

  private boolean claim(int seq) {
    return claim(Entries.line(seq, "a")) == 1;
  }

  private int claim(Entry<Map<String, Integer>> entry) {
    return counts.add(List.of(entry)).counted();
  }

  private RunFigures run() {
    return counts.runs().get(0);
  }

  @Test
  void everyNumberIsNewOnce() {
    for (int seq : new int[] {0, 1, 65_535, 65_536, Integer.MAX_VALUE}) {
      assertThat(claim(seq)).isTrue();
      assertThat(claim(seq)).isFalse();
    }
    assertThat(run().lines()).isEqualTo(5);
    assertThat(run().duplicates()).isEqualTo(5);
  }

  @Test
  void rangesAndSingleNumbersAreTheSame() {
    for (int seq = 65_000; seq < 66_000; seq += 3) {
      claim(seq);
    }
    int known = 1 + 999 / 3;
    assertThat(claim(Entries.together(65_000, 66_000))).isEqualTo(1_000 - known);
    assertThat(claim(Entries.together(65_000, 66_000))).isZero();
    assertThat(claim(Entries.together(0, 200_000))).isEqualTo(199_000);
    assertThat(run())
        .isEqualTo(
            new RunFigures(Entries.RUN, 200_000, 199_999, List.of(), 0, known + 2_000, List.of()));
  }

  @Test
  void aRangeOfTheLastNumbersOfARunIsClaimed() {
    int last = Integer.MAX_VALUE;
    Entry<Map<String, Integer>> range =
        new Entry<>(
            new RequestKey(Entries.RUN, last - 2),
            pipeline.wire.codec.Lines.of(List.of(Map.of(), Map.of(), Map.of())));
    assertThat(claim(last)).isTrue();
    assertThat(claim(range)).isEqualTo(2);
    assertThat(run().highest()).isEqualTo(last);
  }

  @Test
  void figuresProveWhatIsMissing() {
    for (int seq : new int[] {2, 3, 7, 70_000}) {
      claim(seq);
    }
    claim(7);
    assertThat(run().lines()).isEqualTo(4);
    assertThat(run().highest()).isEqualTo(70_000);
    assertThat(run().missing()).isEqualTo(69_997);
    assertThat(run().duplicates()).isEqualTo(1);
    assertThat(run().gaps())
        .containsExactly(
            new RunFigures.Gap(0, 1), new RunFigures.Gap(4, 6), new RunFigures.Gap(8, 69_999));
  }

  @Test
  void runsAreKeptApart() {
    RunId other = RunId.parse("ffffffffffffffffffffffffffffffff");
    assertThat(claim(1)).isTrue();
    assertThat(claim(Entries.line(other, 1, "a"))).isEqualTo(1);
    assertThat(counts.runs()).extracting(RunFigures::run).containsExactly(Entries.RUN, other);
  }

  @Test
  void theRunsSeenLastComeFirst() {
    AtomicLong now = new AtomicLong(1_000);
    FileLimits limits = FileLimits.of(1 << 20, now::get);
    try (var store = FileStore.inMemory(new WordCountHandler().counting(), limits)) {
      for (int id : new int[] {3, 1, 2, 1}) {
        store.add(List.of(Entries.line(new RunId(0, id), 0, "a")));
        store.reader().lines();
        now.incrementAndGet();
      }
      assertThat(store.reader().runTotals(2).recent())
          .extracting(run -> run.run().low())
          .containsExactly(1L, 2L);
      assertThat(store.reader().runTotals(9).recent()).hasSize(3);
    }
  }
}
