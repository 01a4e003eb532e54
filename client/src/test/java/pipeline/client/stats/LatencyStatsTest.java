package pipeline.client.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Statistics are those of the samples, whichever threads recorded them. */
class LatencyStatsTest {
  @Test
  void theTextOfTheSamplesGivesThemBack() {
    LatencyStats stats = record(1_000_000, 2_000_100, 2_000_100, 900_000_000_000L);
    LatencyStats again =
        LatencyStats.decoded(
            stats.encoded().orElseThrow(),
            stats.meanMillis(),
            stats.minMillis(),
            stats.maxMillis());

    assertThat(again.encoded()).isEqualTo(stats.encoded());
    assertThat(again.meanMillis()).isEqualTo(stats.meanMillis());
    assertThat(again.minMillis()).isEqualTo(stats.minMillis());
    assertThat(again.maxMillis()).isEqualTo(stats.maxMillis());
    assertThat(LatencyStats.merge(List.of()).encoded()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "!", "AAAA", "HISTFAAAAAB4nA==", "HISTFAAAABB4nAAAAAAAAAAAAAAAAA=="})
  void anotherTextIsNoHistogram(String text) {
    assertThatThrownBy(() -> LatencyStats.decoded(text, 1, 1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("no histogram: ");
  }

  @Test
  void noSamplesAreAllZero() {
    LatencyStats none = record();
    assertThat(none.count()).isZero();
    assertThat(none.meanMillis() + none.minMillis() + none.maxMillis()).isZero();
    assertThat(none.percentileMillis(99)).isZero();
  }

  @Test
  void noPercentileIsAboveTheMaximumAndAStallOfAnHourIsKept() {
    LatencyStats stats = record(1_234_567_891L);
    assertThat(stats.percentileMillis(50)).isEqualTo(stats.maxMillis()).isEqualTo(1234.567891);
    assertThat(record(1, 3_600_000_000_000L).maxMillis()).isEqualTo(3_600_000);
  }

  private static LatencyStats record(long... nanos) {
    LatencyRecorder recorder = new LatencyRecorder();
    for (long sample : nanos) {
      recorder.record(sample);
    }
    return recorder.soFar();
  }
}
