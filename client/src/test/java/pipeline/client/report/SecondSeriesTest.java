package pipeline.client.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.apache.commons.lang3.StringUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.client.load.Plans;
import pipeline.client.report.SecondSeries.Second;

/** A step is cut into seconds that have all of its requests, each in the one in which it ended. */
class SecondSeriesTest {
  private static final long MS = 1_000_000;

  private final SecondSeries series = new SecondSeries();

  /** Seconds by their beginnings, lengths (* for a warm-up) and successes. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a request counts in the second in which it ends | 0 | 500 | 600 1400 1600 3400   | 500+1000=2 1500+1000=1 2500+900=1
          a short rest belongs to the second before       | 0 | 0   | 500 1100             | 0+1100=2
          a stall is seconds without successes, no gap    | 0 | 0   | 500 2500             | 0+1000=1 1000+1000=0 2000+500=1
          a result handed over late is not lost           | 0 | 0   | 500 2500 600 2600    | 0+1000=1 1000+1000=1 2000+600=2
          seconds of the warm-up are marked               | 2 | 0   | 500 1500 2500        | 0+1000*=1 1000+1000*=1 2000+500=1
          an empty step has no seconds                    | 0 | 0   |                      |
          """)
  void aStepIsCutIntoSeconds(
      String rule, int warmUpSeconds, long startMillis, String ends, String seconds) {
    series.stepStarted(Plans.closed(1, 1, Duration.ofSeconds(warmUpSeconds)), startMillis * MS);
    for (String end : StringUtils.split(StringUtils.defaultString(ends))) {
      series.ended(SampleRun.result(Long.parseLong(end) * MS - 10, 10, 200));
    }
    series.stepEnded(null);

    assertThat(series.seconds())
        .extracting(
            second ->
                "%s+%s%s=%s"
                    .formatted(
                        second.startNanos() / MS,
                        second.lengthNanos() / MS,
                        second.warmUp() ? "*" : "",
                        second.successes()))
        .containsExactly(StringUtils.split(StringUtils.defaultString(seconds)));
  }

  @Test
  void latenciesAreThoseOfTheSecondsSuccesses() {
    series.stepStarted(Plans.closed(1, 1), 0);
    for (int i = 1; i <= 100; i++) {
      series.ended(SampleRun.result(0, i * MS, 200));
    }
    series.ended(SampleRun.result(0, 900 * MS, 503));
    series.readEnded(SampleRun.result(0, 900 * MS, 200));
    series.stepEnded(null);

    Second second = series.seconds().get(0);
    assertThat(second.failures()).isEqualTo(1);
    assertThat(second.successes()).isEqualTo(100);
    assertThat((double) second.latency().get("p50")).isCloseTo(50, within(0.1));
    assertThat((double) second.latency().get("p99")).isCloseTo(99, within(0.1));
    assertThat(second.latency()).containsEntry("max", 100.0);
  }
}
