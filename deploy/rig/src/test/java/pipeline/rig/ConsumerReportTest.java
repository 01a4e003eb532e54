package pipeline.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.wire.identity.Partitions;
import pipeline.wire.identity.RunId;

/** A consumer's report proves a run only if it has all lines up to the run's end. */
class ConsumerReportTest {
  private static ConsumerReport report(String text) {
    return new ConsumerReport(text);
  }

  @ParameterizedTest
  @CsvSource({
    "lines=9 of=9 missing=0, ''",
    "lines=8 of=9 missing=1, 'lines=8 of 9, missing=1'",
    "lines=9 of=? missing=0, the run is not closed: of=?",
    "lines=8 of=? missing=0, 'the run is not closed: of=?, lines=8 of 9'",
    "'lines=9 of=8,9 missing=0', 'the run is not closed: of=8,9'",
    "lines=9 of=8 missing=0 beyond=1, 'the run was closed with 8 lines instead of 9, beyond=1'",
    "lines=9 of=10 missing=1, 'the run was closed with 10 lines instead of 9, missing=1'",
    "lines=7 of=7 missing=0, 'the run was closed with 7 lines instead of 9, lines=7 of 9'"
  })
  void theLastRunIsWrongWhenLinesAreMissingByItsEndOrItStaysOpen(String figures, String wrong) {
    String text = "run 0b lines=1 of=1 missing=0\nrun 0a " + figures + "\ntotal runs=2\n";
    assertThat(String.join(", ", report(text).lastRun().wrong(9))).isEqualTo(wrong);
  }

  @Test
  void aReportWithoutARunIsWrong() {
    assertThat(report("total runs=0 lines=0\n").lastRun().wrong(0))
        .containsExactly("the report does not name the run");
  }

  @Test
  void blocksOfARunAreInPartitionsInTurn() {
    String run = "run 018f3c2e9d4a7b1c8d2e3f4a5b6c7d8e lines=";
    String text = run + "7 of=?\n" + run + "200000 of=200000 missing=0\n";
    Partitions two = new Partitions(2);
    int first = two.of(RunId.parse("018f3c2e9d4a7b1c8d2e3f4a5b6c7d8e"), 0);
    long[] lines = report(text).linesOf(two);
    assertThat(lines[first]).isEqualTo(2 * 65_536);
    assertThat(lines[1 - first]).isEqualTo(200_000 - 2 * 65_536);
  }

  @Test
  void runsAreAddedUpByTheLastLineAboutEach() {
    String text =
        """
        run 0a lines=7 of=? missing=2 duplicates=4 gaps=3-4
        run 0b lines=1 of=1 missing=0 duplicates=99
        run 0a lines=9 of=9 missing=0 duplicates=5
        run 0c lines=1 of=? missing=1 beyond=2 duplicates=1
        """;
    ConsumerReport.Runs runs = report(text).runs("0a", "0c", "0d");
    assertThat(runs).isEqualTo(new ConsumerReport.Runs(10, List.of("9", "?"), 1, 2, 6));
    assertThat(runs.isClosed()).isFalse();
    assertThat(report(text).runs("0a", "0b").isClosed()).isTrue();
    assertThat(report(text).runs("0a", "0b").total()).isEqualTo(10);
  }

  @Test
  void theLastTotalsAndLatencyAreThoseOfAllLines() throws IOException {
    ConsumerReport said =
        report(
            """
            latency lines=7 p50=1.0ms p99=2.0ms max=3.0ms
            killed, starting again
            lines=9 words=9
            messages=3 redelivered=7
            messages=2 redelivered=1
            latency lines=9 p50=143.2ms p99=260.1ms max=301.0ms
            total runs=1
            """);
    assertThat(said.counted()).isEqualTo(9);
    assertThat(said.redelivered()).isEqualTo(8);
    assertThat(said.latency()).hasValue("lines=9 p50=143.2ms p99=260.1ms max=301.0ms");
    assertThat(report("lines=9 words=9\n").latency()).isEmpty();
  }

  @Test
  void aConsumerThatDoesNotSayWhatItCountedProvesNothing() {
    assertThatThrownBy(() -> report("died").counted())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has not said");
  }
}
