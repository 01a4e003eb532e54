package pipeline.lab.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.result.Metric;

class BenchTableTest {
  private final Results results = SampleResults.make();
  private final GridTable table = new BenchTable(results, BenchTable.METRICS);

  @Test
  void showsWhatWasMeasuredAndNothingElse() {
    assertThat(table.header())
        .startsWith("threads", "queue", "n", "lines/s", "÷ base", "p50, ms", "p99, ms")
        .contains("CPU server, µs a line", "longest queue", "lost")
        .doesNotContain("memory server, MiB", "store");
    assertThat(table.rows()).hasSize(6).allMatch(row -> row.size() == table.header().size());
  }

  @Test
  void cellsThatChangeOneSettingAreNamedByIt() {
    GridTable changes = new BenchTable(SampleResults.makeOneAtATime(), BenchTable.METRICS);

    assertThat(changes.header()).startsWith("changed", "n", "lines/s");
    assertThat(changes.rows())
        .extracting(row -> row.get(0))
        .containsExactly("nothing", "threads 32", "threads 64", "queue quorum");
  }

  @Test
  void theBaseIsComparedWithTheOthersByPairsOfTheSameRound() {
    List<String> base = table.rows().get(0);
    List<String> quorum = table.rows().get(1);
    int quotient = table.header().indexOf("÷ base");

    assertThat(base.get(quotient)).isEmpty();
    // a quorum queue takes 0.7 of the rate
    assertThat(quorum.get(quotient)).matches("0\\.7\\d \\(0\\.(6|7)\\d–0\\.7\\d\\)");
  }

  @Test
  void aRateStandsBetweenItsLowestAndItsHighest() {
    Cell base = results.design().base();
    Results.Range range = results.range(base, Metric.PRIMARY).orElseThrow();

    assertThat(range.low()).isLessThan(range.median());
    assertThat(range.high()).isGreaterThan(range.median());
    assertThat(table.rows().get(0).get(table.header().indexOf("lines/s")))
        .isEqualTo(
            String.format(
                Locale.ROOT, "%,.0f (%,.0f–%,.0f)", range.median(), range.low(), range.high()));
  }

  @Test
  void theWorstLaunchSaysWhatWasLost() {
    int lost = table.header().indexOf("lost");

    assertThat(table.rows()).extracting(row -> row.get(lost)).contains("3").contains("0");
    assertThat(table.rows()).extracting(row -> row.get(2)).contains("7/8").contains("8");
  }
}
