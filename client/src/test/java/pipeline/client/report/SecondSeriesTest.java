package pipeline.client.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import pipeline.client.report.SecondSeries.Second;

/** A step is cut into seconds that have all of its requests, each in the one in which it ended. */
class SecondSeriesTest {
  private static final long MS = 1_000_000;

  private final SecondSeries series = new SecondSeries(Optional.empty(), false);

  @Test
  void aRequestCountsInTheSecondInWhichItEnds() {
    step(Duration.ZERO, 500 * MS, 600, 1_400, 1_600, 3_400);

    assertThat(series.seconds()).extracting(Second::successes).containsExactly(2L, 1L, 1L);
    assertThat(series.seconds())
        .extracting(p -> p.startNanos() / MS)
        .containsExactly(500L, 1_500L, 2_500L);
    assertThat(series.seconds().get(2).lengthNanos()).isEqualTo(900 * MS);
  }

  @Test
  void aShortRestBelongsToTheSecondBefore() {
    step(Duration.ZERO, 0, 500, 1_100);

    assertThat(series.seconds()).hasSize(1);
    assertThat(series.seconds().get(0).successes()).isEqualTo(2);
    assertThat(series.seconds().get(0).lengthNanos()).isEqualTo(1_100 * MS);
  }

  @Test
  void aStallIsSecondsWithoutSuccessesNotAGap() {
    step(Duration.ZERO, 0, 500, 4_500);

    assertThat(series.seconds()).extracting(Second::successes).containsExactly(1L, 0L, 0L, 0L, 1L);
  }

  @Test
  void aResultHandedOverLateIsNotLost() {
    step(Duration.ZERO, 0, 500, 5_500, 600, 5_600);

    assertThat(series.seconds().stream().mapToLong(Second::successes).sum()).isEqualTo(4);
  }

  @Test
  void secondsOfTheWarmUpAreMarked() {
    step(Duration.ofSeconds(2), 0, 500, 1_500, 2_500);

    assertThat(series.seconds()).extracting(Second::warmUp).containsExactly(true, true, false);
  }

  @Test
  void latenciesAreThoseOfTheSecondsSuccesses() {
    series.stepStarted(SampleRun.plan(1), 0);
    for (int i = 1; i <= 100; i++) {
      series.ended(SampleRun.result(0, i * MS, 200));
    }
    series.ended(SampleRun.result(0, 900 * MS, 503));
    series.readEnded(SampleRun.result(0, 900 * MS, 200));
    series.stepEnded(null);

    Second second = series.seconds().get(0);
    assertThat(second.failures()).isEqualTo(1);
    assertThat(second.latency().count()).isEqualTo(100);
    assertThat(second.latency().p50()).isCloseTo(50, within(0.1));
    assertThat(second.latency().p99()).isCloseTo(99, within(0.1));
    assertThat(second.latency().max()).isEqualTo(100);
  }

  @Test
  void anEmptyStepHasNoSeconds() {
    step(Duration.ZERO, 0);

    assertThat(series.seconds()).isEmpty();
  }

  private void step(Duration warmUp, long startNanos, long... endMillis) {
    series.stepStarted(SampleRun.plan(1, warmUp), startNanos);
    for (long end : endMillis) {
      series.ended(SampleRun.result(end * MS - 10, 10, 200));
    }
    series.stepEnded(null);
  }
}
