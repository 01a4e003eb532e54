package pipeline.client.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
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
import pipeline.client.stats.LatencyRecorder;
import pipeline.client.stats.LatencyStats;
import pipeline.client.stats.StepStats;

class StepTablesTest {
  @Test
  void stepsStandSideBySide() {
    List<StepResult> steps = List.of(step(Plans.closed(2, 4)), step(Plans.closed(128, 4)));
    String table = StepTables.steps(steps, false);

    assertThat(table.replaceAll(" {2,}", "|"))
        .isEqualTo(
            """
            step|ok|failed|mean ms|p50 ms|p99 ms|max ms|wall s|drain s|req/s|N/mean
            2 threads|2|0|8.0000|4.0031|12.0000|12.0000|0.500|1.5|4.00|250.00
            128 threads|2|0|8.0000|4.0031|12.0000|12.0000|0.500|1.5|4.00|16000.00
            """);
    assertThat(table.lines().mapToInt(String::length).distinct()).hasSize(1);
  }

  @Test
  void whereARequestCarriesManyLinesTheirRateComesLast() {
    String table = StepTables.steps(List.of(step(Plans.closed(2, 4))), true);

    assertThat(table.replaceAll(" {2,}", "|")).contains("|N/mean|lines/s\n", "|250.00|400.00\n");
  }

  @Test
  void theOpenModelShowsBothTimesAndWhatCameTooLate() {
    StepPlan plan = Plans.open(2, 4, Duration.ofSeconds(1));

    assertThat(StepTables.open(List.of(step(plan))).replaceAll(" {2,}", "|"))
        .isEqualTo(
            """
            open model|asked/s|req/s|late|dropped|response p50 ms|p99 ms|service p50 ms|p99 ms
            4.0/s|4.00|4.00|7|3|4.0031|12.0000|4.0031|12.0000
            """);
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
            2 threads|20000|0|812.35|-|-|0.00|-
            128 threads|-|-|-|-|-|-|-
            """);
  }

  private static StepResult step(StepPlan plan) {
    LatencyRecorder recorder = new LatencyRecorder();
    recorder.record(4_000_000);
    recorder.record(12_000_000);
    LatencyStats latency = recorder.soFar();
    LatencyStats none = new LatencyRecorder().soFar();
    StepStats stats =
        new StepStats(
            plan.threads(),
            plan.threads(),
            latency,
            none,
            latency,
            2,
            12_000_000,
            200,
            500_000_000,
            Map.of(),
            List.of());
    return new StepResult(
        plan, 0, 0, stats, 0, 0, 200, 7, 3, Optional.empty(), OptionalDouble.of(1.5));
  }
}
