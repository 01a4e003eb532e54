package pipeline.consumer.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import org.apache.commons.lang3.StringUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

  /** Lines lost at the end are missing, and those beyond it replace none that is missing. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0-69999     | 70000     | lines=70000 of=70000 missing=0                     | true",
        "0-69999     |           | lines=70000 of=? missing=0                         | false",
        "0-89        | 100       | lines=90 of=100 missing=10 gaps=90-99              | false",
        "            | 9930      | lines=0 of=9930 missing=9930 gaps=0-9929           | false",
        "            | 0         | lines=0 of=0 missing=0                             | true",
        "0-1,3-4,9-9 | 4         | lines=5 of=4 missing=1 gaps=2-2,5-8 beyond=2       | false",
        "0-4         | 4         | lines=5 of=4 missing=0 beyond=1                    | false",
        "0-9930      | 9931,9930 | lines=9931 of=9930,9931 missing=0                  | false",
        "2147483647-2147483647 | 2147483648"
            + " | lines=1 of=2147483648 missing=2147483647 gaps=0-2147483646 | false",
      })
  void aRunIsCompleteWhenItsOneEndSaysSo(
      String ranges, String ends, String line, boolean isComplete) {
    RoaringBitmap seqs = new RoaringBitmap();
    for (String range : StringUtils.split(StringUtils.defaultString(ranges), ',')) {
      String[] both = range.split("-", 2);
      seqs.add(Long.parseLong(both[0]), Long.parseLong(both[1]) + 1);
    }
    Long[] all =
        Arrays.stream(StringUtils.split(StringUtils.defaultString(ends), ','))
            .map(Long::valueOf)
            .toArray(Long[]::new);
    RunFigures run = figures(seqs, all);
    assertThat(run.line().replace(" duplicates=7", ""))
        .isEqualTo("run " + Entries.RUN + " " + line);
    assertThat(run.isComplete()).isEqualTo(isComplete);
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
