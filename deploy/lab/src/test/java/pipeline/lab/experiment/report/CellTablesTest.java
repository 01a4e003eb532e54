package pipeline.lab.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the rows of cells: what is shown of them, and against what. */
class CellTablesTest {
  private final Table bench = CellTables.bench(SampleResults.make(), CellTables.OF_BENCHES);

  @Test
  void theSummaryHasEightColumnsAtMost() {
    assertThat(CellTables.summary(SampleResults.make()).header())
        .containsExactly(
            "combination",
            "lines/s",
            "÷ base",
            "p99, ms",
            "longest queue",
            "lost",
            "CPU a line, µs",
            "limit");
  }

  @Test
  void theWideTableHasAllThatWasMeasured() {
    Table wide = CellTables.wide(SampleResults.make());

    assertThat(wide.header())
        .startsWith("threads", "queue", "n", "ratio", "low", "high", "p", "detectable", "p99 ratio")
        .contains("CPU server, µs/line")
        .doesNotContain("store", "memory server, MiB");
    assertThat(column(wide, "n")).containsOnlyOnce("7/8").contains("8").hasSize(6);
    assertThat(column(wide, "limit")).containsOnly("CPU (server)");
  }

  @Test
  void aBenchShowsWhatWasMeasuredAndNothingElse() {
    assertThat(bench.header())
        .startsWith("threads", "queue", "n", "lines/s", "÷ base", "p50, ms", "p99, ms")
        .contains("CPU server, µs a line", "longest queue", "lost")
        .doesNotContain("memory server, MiB", "store");
    assertThat(column(bench, "lines/s")).allMatch(text -> text.matches("[\\d,]+ \\([\\d,–]+\\)"));
    // the worst launch, whether or not its numbers count
    assertThat(column(bench, "lost")).contains("3", "0");
  }

  @Test
  void cellsThatChangeOneSettingAreNamedByIt() {
    Table changes = CellTables.bench(SampleResults.makeOneAtATime(), CellTables.OF_BENCHES);

    assertThat(column(changes, "changed"))
        .containsExactly("nothing", "threads 32", "threads 64", "queue quorum");
  }

  @Test
  void theBaseIsComparedWithTheOthersByPairsOfTheSameRound() {
    // a quorum queue takes 0.7 of the rate
    assertThat(column(bench, "÷ base"))
        .startsWith("")
        .element(1)
        .asString()
        .matches("0\\.7\\d \\(0\\.(6|7)\\d–0\\.7\\d\\)");
  }

  @Test
  void aTableOfTwoColumnsIsAListAndNumbersAreToTheRight() {
    assertThat(Table.of(Map.of("CPUs", "2")).markdown()).isEqualTo("- CPUs: 2");
    assertThat(
            Table.of(
                    List.of("a", "b", "c", "d"),
                    List.of(List.of("x", "", "1", "-"), List.of("y", "", "2 (1–3)", "")))
                .markdown())
        .contains("| x |", "---:")
        .doesNotContain("| b |");
  }

  private static List<String> column(Table table, String name) {
    int place = table.header().indexOf(name);
    return table.rows().stream().map(row -> row.get(place)).toList();
  }
}
