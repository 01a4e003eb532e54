package pipeline.client.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pipeline.client.stats.LatencyRecorder;
import pipeline.client.stats.StepStats;

class RunReportTest {
  @Test
  void theBlockIsTheOneThatScriptsRead() {
    LatencyRecorder successes = new LatencyRecorder();
    successes.record(1_000_000);
    successes.record(2_001_500);
    successes.record(6_383_100);
    LatencyRecorder failures = new LatencyRecorder();
    failures.record(99_000_000);
    StepStats stats =
        new StepStats(
            1,
            1,
            successes.soFar(),
            failures.soFar(),
            successes.soFar(),
            9,
            99_000_000,
            300,
            1_234_567_890,
            Map.of(),
            List.of());

    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try {
      assertThat(RunReport.block(stats))
          .isEqualTo(
              """
              All 1 threads processing completed!
              -----
              -----STATS-----
              Total number of successful requests: 3
              Total number of unsuccessful requests: 1
              Mean response time : 3.1282 ms
              Median response time : 2.0015 ms
              99th Percentile response time : 6.3831 ms
              Max response time : 6.3831 ms
              Total wall time: 1234 ms
              Throughput: 2.43
              -----
              """);
      assertThat(RunReport.lines(stats))
          .isEqualTo(
              """
              Total number of lines: 300
              Lines per second: 243.00
              """);
    } finally {
      Locale.setDefault(before);
    }
    assertThat(stats.retries()).isEqualTo(5);
  }
}
