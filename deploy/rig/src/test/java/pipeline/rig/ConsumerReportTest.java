package pipeline.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConsumerReportTest {
  private static final String KILLED =
      "run 0a lines=7 of=9 missing=2 duplicates=0\ntotal runs=1 lines=7 gaps=1 missing=2 open=0\n";

  private static ConsumerReport report(String text) {
    return new ConsumerReport(text);
  }

  @Test
  void theLastReportSaysHowManyLinesAreMissing() {
    assertThat(report(KILLED).missing()).isEqualTo("2");
    assertThat(report(KILLED + "again\ntotal runs=1 lines=9 gaps=0 duplicates=2\n").missing())
        .isEqualTo("0");
    assertThat(report("counts cannot be saved\n").missing()).isEmpty();
  }

  @Test
  void linesThatAreMissingAtTheEndOfARunCountToo() {
    ConsumerReport lost = report(KILLED.replace("gaps=1", "gaps=0"));
    assertThat(lost.missing()).isEqualTo("2");
    assertThat(lost.end()).isEqualTo("9");
  }

  @Test
  void aRunWithoutAnEndOrWithSeveralIsTold() {
    assertThat(report("run 0a lines=7 of=? missing=0 duplicates=0\ntotal runs=1\n").end())
        .isEqualTo("?");
    assertThat(report("run 0a lines=7 of=7,9 missing=2 duplicates=0 gaps=3-4 beyond=1\n").end())
        .isEqualTo("7,9");
    assertThat(report("total runs=0 lines=0\n").end()).isEmpty();
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
            consumer-1: killed, starting again
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
