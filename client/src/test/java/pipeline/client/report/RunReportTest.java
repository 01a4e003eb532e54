package pipeline.client.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import pipeline.client.broker.BrokerCounter;
import pipeline.client.broker.BrokerStep;
import pipeline.client.load.Plans;
import pipeline.client.load.StepPlan;
import pipeline.client.load.StepResult;
import pipeline.client.stats.StepStats;

/** The block, which scripts read, and the tables have their labels, units and decimals. */
class RunReportTest {
  @Test
  void theBlockIsTheOneThatScriptsRead() {
    StepStats stats =
        SampleRun.stats(1, 1_234_567_890, Map.of("HTTP 503", 1L), 1_000_000, 2_001_500, 6_383_100);
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try {
      assertThat(RunReport.block(stats) + RunReport.lines(stats))
          .isEqualTo(
              """
              All 1 threads processing completed!
              -----
              -----STATS-----
              Total number of successful requests: 3
              Total number of unsuccessful requests: 1
              Mean response time : 3.1282 ms
              Median response time : 2.0019 ms
              99th Percentile response time : 6.3831 ms
              Max response time : 6.3831 ms
              Total wall time: 1234 ms
              Throughput: 2.43
              -----
              Total number of lines: 9
              Lines per second: 7.29
              """);
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void stepsStandSideBySide() {
    List<StepResult> steps = List.of(step(Plans.closed(2, 4)), step(Plans.closed(128, 4)));
    String table = StepTables.steps(steps, false);

    assertThat(table.replaceAll(" {2,}", "|"))
        .isEqualTo(
            """
            step|ok|failed|mean ms|p50 ms|p99 ms|max ms|wall s|drain s|req/s|N/mean
            2 threads|2|0|8.0000|4.0018|12.0000|12.0000|0.500|1.5|4.00|250.00
            128 threads|2|0|8.0000|4.0018|12.0000|12.0000|0.500|1.5|4.00|16,000.00
            """);
    assertThat(table.lines().mapToInt(String::length).distinct()).hasSize(1);
    assertThat(StepTables.steps(steps, true).replaceAll(" {2,}", "|"))
        .contains("|N/mean|lines/s\n", "|250.00|12.00\n");
  }

  @Test
  void theOpenModelShowsBothTimesAndWhatCameTooLate() {
    StepPlan plan = Plans.open(2, 4, Duration.ofSeconds(1));

    assertThat(StepTables.open(List.of(step(plan))).replaceAll(" {2,}", "|"))
        .isEqualTo(
            """
            open model|asked/s|req/s|late|dropped|response p50 ms|p99 ms|service p50 ms|p99 ms
            4.0/s|4.00|4.00|7|3|4.0018|12.0000|4.0018|12.0000
            """);
  }

  @Test
  void serversAndReadsHaveLinesOfTheirOwn() {
    StepPlan plan = Plans.closed(2, 4);
    StepStats stats = SampleRun.stats(2, 500_000_000, 4_000_000, 12_000_000);
    StepResult withReads =
        new StepResult(
            plan, 0, 0, stats, 0, 0, 200, 7, 3, Optional.of(stats), OptionalDouble.empty());

    assertThat(StepTables.servers(List.of(withReads)).replaceAll(" {2,}", "|"))
        .isEqualTo(
            """
            server|step|ok|failed|mean ms|p50 ms|p99 ms|max ms|req/s
            %s|2 threads|2|0|8.0000|4.0018|12.0000|12.0000|4.00
            """
                .formatted(SampleRun.URL));
    assertThat(StepTables.gets(List.of(step(plan), withReads)).replaceAll(" {2,}", "|"))
        .isEqualTo(
            """
            GETs|ok|failed|min ms|mean ms|p99 ms|max ms
            2 threads|2|0|4.0000|8.0000|12.0000|12.0000
            """);
    assertThat(StepTables.gets(List.of(step(plan)))).isEmpty();
  }

  @Test
  void whatTheBrokerDidNotTellOfAStepIsNotZero() {
    List<StepResult> steps = List.of(step(Plans.closed(2, 4)), step(Plans.closed(128, 4)));
    BrokerStep told =
        new BrokerStep(
            OptionalLong.of(20_000),
            OptionalLong.of(0),
            Map.of(BrokerCounter.PUBLISH, 812.345, BrokerCounter.ACK, 0.0));
    BrokerStep notTold = new BrokerStep(OptionalLong.empty(), OptionalLong.empty(), Map.of());

    assertThat(StepTables.broker(steps, List.of(told, notTold)).replaceAll(" {2,}", "|"))
        .isEqualTo(
            """
            broker|most ready|most unacked|publish/s|confirm/s|deliver/s|ack/s|redelivered/s
            2 threads|20,000|0|812.35|-|-|0.00|-
            128 threads|-|-|-|-|-|-|-
            """);
  }

  private static StepResult step(StepPlan plan) {
    StepStats stats = SampleRun.stats(plan.threads(), 500_000_000, 4_000_000, 12_000_000);
    return new StepResult(
        plan, 0, 0, stats, 0, 0, 200, 7, 3, Optional.empty(), OptionalDouble.of(1.5));
  }
}
