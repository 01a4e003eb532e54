package pipeline.consumer.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.NavigableSet;
import java.util.TreeSet;
import org.apache.commons.lang3.StringUtils;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.roaringbitmap.RoaringBitmap;

/** A run is complete only when its one end says so. */
class RunFiguresTest {
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
        "1-65534,65537-65537,131072-131073 | | lines=65537 of=? missing=65537"
            + " gaps=0-0,65535-65536,65538-131071 | false",
        "1-1,3-3,5-5,7-7,9-9,11-11 | 20 | lines=6 of=20 missing=14 gaps=0-0,2-2,4-4,6-6,8-8 |"
            + " false",
        "0-69999,80000-80001 | 65537 | lines=70002 of=65537 missing=0 gaps=70000-79999"
            + " beyond=4465 | false",
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
    NavigableSet<Long> all = new TreeSet<>();
    for (String end : StringUtils.split(StringUtils.defaultString(ends), ',')) {
      all.add(Long.valueOf(end));
    }
    RunFigures.Scan scan = new RunFigures.Scan(Entries.RUN, all, 7);
    Chunks.of(seqs).values().forEach(scan::add);
    RunFigures run = scan.figures();
    assertThat(run.line().replace(" duplicates=7", ""))
        .isEqualTo("run " + Entries.RUN + " " + line);
    assertThat(run.isComplete()).isEqualTo(isComplete);
  }
}
