package pipeline.client.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SecondSplitterTest {
  private static final long MS = 1_000_000;

  private final SecondSeries series = new SecondSeries();
  private final SecondSplitter splitter = new SecondSplitter(List.of(series));

  @Test
  void aRequestCountsInTheSecondInWhichItEnds() throws IOException {
    step(Duration.ZERO, 500 * MS, ends(600, 1_400, 1_600, 3_400));

    assertThat(series.points()).extracting(p -> p.second().successes()).containsExactly(2L, 1L, 1L);
    assertThat(series.points())
        .extracting(p -> p.second().startNanos() / MS)
        .containsExactly(500L, 1_500L, 2_500L);
    assertThat(series.points().get(2).second().lengthNanos()).isEqualTo(900 * MS);
  }

  @Test
  void aShortRestBelongsToTheSecondBefore() throws IOException {
    step(Duration.ZERO, 0, ends(500, 1_100));

    assertThat(series.points()).hasSize(1);
    assertThat(series.points().get(0).second().successes()).isEqualTo(2);
    assertThat(series.points().get(0).second().lengthNanos()).isEqualTo(1_100 * MS);
  }

  @Test
  void aStallIsSecondsWithoutSuccessesNotAGap() throws IOException {
    step(Duration.ZERO, 0, ends(500, 4_500));

    assertThat(series.points())
        .extracting(p -> p.second().successes())
        .containsExactly(1L, 0L, 0L, 0L, 1L);
  }

  @Test
  void aResultHandedOverLateIsNotLost() throws IOException {
    step(Duration.ZERO, 0, ends(500, 5_500, 600, 5_600));

    assertThat(series.points().stream().mapToLong(p -> p.second().successes()).sum()).isEqualTo(4);
  }

  @Test
  void secondsOfTheWarmUpAreMarked() throws IOException {
    step(Duration.ofSeconds(2), 0, ends(500, 1_500, 2_500));

    assertThat(series.points())
        .extracting(p -> p.second().warmUp())
        .containsExactly(true, true, false);
  }

  @Test
  void percentilesAreThoseOfTheSecond() throws IOException {
    splitter.stepStarted(new FeedEvent.StepStart(SampleRun.plan(1), 0));
    for (int i = 1; i <= 100; i++) {
      splitter.row(new FeedEvent.Row(0, i * MS, "POST", 200, true));
    }
    splitter.row(new FeedEvent.Row(0, 900 * MS, "POST", 503, true));
    splitter.row(new FeedEvent.Row(0, 900 * MS, "GET", 200, false));
    splitter.stepEnded();

    SecondSeries.Point point = series.points().get(0);
    assertThat(point.second().failures()).isEqualTo(1);
    assertThat(point.latency().count()).isEqualTo(100);
    assertThat(point.latency().p50()).isCloseTo(50, within(0.1));
    assertThat(point.latency().p99()).isCloseTo(99, within(0.1));
    assertThat(point.latency().mean()).isCloseTo(50.5, within(0.1));
  }

  @Test
  void anEmptyStepHasNoSeconds() throws IOException {
    step(Duration.ZERO, 0);

    assertThat(series.points()).isEmpty();
  }

  private void step(Duration warmUp, long startNanos, long... endMillis) throws IOException {
    splitter.stepStarted(new FeedEvent.StepStart(SampleRun.plan(1, warmUp), startNanos));
    for (long end : endMillis) {
      splitter.row(new FeedEvent.Row(end * MS - 10, 10, "POST", 200, true));
    }
    splitter.stepEnded();
  }

  private static long[] ends(long... millis) {
    return millis;
  }
}
