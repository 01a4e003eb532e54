package pipeline.client.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.client.input.JsonTree;
import pipeline.client.load.Plans;
import pipeline.client.load.StepPlan;
import pipeline.client.load.StepResult;
import pipeline.client.stats.LatencyStats;
import pipeline.client.stats.StepStats;

/** The block, which scripts read, the tables and the live line have their labels and units. */
class RunReportTest {
  @Test
  void theBlockIsTheOneThatScriptsRead() {
    long hour = 3_600_000_000_100L;
    StepStats stats =
        SampleRun.stats(1, 1_234_567_890, Map.of("HTTP 503", 1L), 1_000_000, 2_001_500, hour);
    assertThat(RunReport.block(stats) + RunReport.lines(stats))
        .isEqualTo(
            """
            All 1 threads processing completed!
            -----
            -----STATS-----
            Total number of successful requests: 3
            Total number of unsuccessful requests: 1
            Mean response time : 1200001.0005 ms
            Median response time : 2.0019 ms
            99th Percentile response time : 3600000.0001 ms
            Max response time : 3600000.0001 ms
            Total wall time: 1234 ms
            Throughput: 2.43
            -----
            Total number of lines: 9
            Lines per second: 7.29
            """);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 99, 101, 1_000})
  void percentilesAreThoseOfTheNearestRank(int count) {
    long[] nanos = LongStream.rangeClosed(1, count).map(ms -> ms * 1_000_000).toArray();
    LatencyStats stats = SampleRun.latencies(nanos);
    assertThat(stats.meanMillis()).isEqualTo((count + 1) / 2.0);
    double median = nanos[(count + 1) / 2 - 1] / 1e6;
    assertThat(stats.percentileMillis(50)).isCloseTo(median, withinPercentage(0.1));
    double p99 = nanos[(count * 99 + 99) / 100 - 1] / 1e6;
    assertThat(stats.percentileMillis(99)).isCloseTo(p99, withinPercentage(0.1));
    assertThat(stats.maxMillis()).isEqualTo(count);
  }

  @Test
  void aTableHasALineForEachStepOrReadsAndADashForWhatWasNotTold() {
    List<JsonTree> steps =
        rows(
            step(Plans.closed(128, 4), OptionalDouble.of(1.5)),
            step(Plans.open(2, 40, Duration.ofSeconds(1)), OptionalDouble.empty()));
    String tables =
        RunReport.text(RunReport.STEPS + ", lines/s", steps)
            + RunReport.text(RunReport.OPEN, steps.subList(1, 2))
            + RunReport.text(RunReport.GETS, RunReport.gets(steps.subList(0, 1)));

    assertThat(tables.replaceAll(" {2,}", "|"))
        .isEqualTo(
            """
            step|ok|failed|mean ms|p50 ms|p99 ms|max ms|wall s|drain s|req/s|N/mean|lines/s
            128 threads|2|0|8.00|4.00|12.0|12.0|0.5|1.5|4.00|16,000|12.0
            40.0/s|2|0|8.00|4.00|12.0|12.0|0.5|-|4.00|250|12.0
            open model|asked/s|req/s|late|dropped|response p50 ms|p99 ms|service p50 ms|service p99 ms
            40.0/s|40.0|4.00|7|3|4.00|12.0|4.00|12.0
            GETs|ok|failed|min ms|mean ms|p99 ms|max ms
            128 threads|2|0|4.00|8.00|12.0|12.0
            """);
    assertThat(RunReport.text(RunReport.STEPS, steps).lines().map(String::length).distinct())
        .hasSize(1);
    assertThat(RunReport.text(RunReport.GETS, List.of())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          87 | step, ok, failed, mean ms, p50 ms, p99 ms, max ms, wall s, req/s, N/mean
          63 | step, ok, failed, mean ms, p50 ms, p99 ms, max ms, req/s
          34 | step, failed, p99 ms, req/s
          """)
  void theLeastNeededColumnsOfATableMakeWayInANarrowTerminal(int room, String left) {
    List<JsonTree> steps = rows(step(Plans.closed(128, 4), OptionalDouble.of(1.5)));

    assertThat(RunReport.fitting(room, RunReport.STEPS, steps))
        .isEqualTo(RunReport.text(left, steps));
  }

  private static List<JsonTree> rows(StepResult... steps) {
    List<JsonObject> rows = ResultJson.steps(SampleRun.record(List.of(steps)), List.of());
    return rows.stream().map(JsonTree::new).toList();
  }

  private static StepResult step(StepPlan plan, OptionalDouble drain) {
    StepStats stats = SampleRun.stats(plan.threads(), 500_000_000, 4_000_000, 12_000_000);
    return new StepResult(plan, 0, stats, 0, 0, 200, 7, 3, Optional.of(stats), drain);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock = "0.0444 | 0.044\n9.871 | 9.87\n98.76 | 98.8\n9876.54 | 9,877")
  void aRateHasNoMoreDigitsThanMeanSomething(double rate, String text) {
    JsonTree row = new JsonTree(new JsonObject().with("throughput", rate));
    assertThat(RunReport.text("req/s", List.of(row)).strip()).endsWith("\n" + text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "100 | 32 threads  45%  12,345 lines/s  p99 12.3 ms  1,000 failed  1:05 left  queue 1,234",
        "79 | 32 threads  45%  12,345 lines/s  p99 12.3 ms  1,000 failed  1:05 left",
        "60 | 45%  12,345 lines/s  p99 12.3 ms  1,000 failed  1:05 left",
        "39 | 45%  12,345 lines/s  1,000 failed",
        "16 | 45%",
      })
  void aNarrowTerminalHasLess(int most, String text) {
    String[] parts = {
      "32 threads",
      "45%",
      "12,345 lines/s",
      LiveView.milliseconds(12.34),
      "1,000 failed",
      LiveView.time(65) + " left",
      "queue 1,234"
    };
    assertThat(LiveView.fitting(most, parts)).isEqualTo(text);
  }

  @Test
  void longTimesHaveOtherUnits() {
    assertThat(LiveView.time(3_661)).isEqualTo("1:01:01");
    assertThat(LiveView.milliseconds(12_345.6)).isEqualTo("p99 12,346 ms");
  }
}
