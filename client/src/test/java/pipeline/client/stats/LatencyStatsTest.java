package pipeline.client.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Statistics are those of the samples, whichever threads recorded them. */
class LatencyStatsTest {
  private static final Percentage HISTOGRAM_ERROR = Percentage.withPercentage(0.11);

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10, 99, 100, 101, 1000})
  void agreesWithASortedListOfTheSamples(int size) {
    long[] nanos = new Random(size).longs(size, 100_000, 2_000_000_000).toArray();
    LatencyStats stats = record(nanos);
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);

    assertThat(stats.count()).isEqualTo(size);
    for (double percent : new double[] {0.1, 50, 90, 99, 99.9, 100}) {
      int rank = (int) Math.ceil(percent * size / 100.0);
      assertThat(stats.percentileMillis(percent))
          .isCloseTo(sorted[Math.max(rank, 1) - 1] / 1e6, HISTOGRAM_ERROR);
    }
    assertThat(stats.minMillis()).isEqualTo(sorted[0] / 1e6);
    assertThat(stats.maxMillis()).isEqualTo(sorted[size - 1] / 1e6);
    assertThat(stats.meanMillis())
        .isCloseTo(LongStream.of(nanos).average().orElseThrow() / 1e6, within(1e-9));
  }

  @Test
  void theTextOfTheSamplesGivesThemBack() {
    LatencyStats stats = record(1_000_000, 2_000_100, 2_000_100, 900_000_000_000L);
    LatencyStats again =
        LatencyStats.decoded(
            stats.encoded().orElseThrow(),
            stats.meanMillis(),
            stats.minMillis(),
            stats.maxMillis());

    assertThat(again.histogram()).isEqualTo(stats.histogram());
    assertThat(LatencySummary.of(again)).isEqualTo(LatencySummary.of(stats));
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
    assertThat(LatencySummary.of(record()))
        .isEqualTo(new LatencySummary(0, 0, 0, 0, 0, 0, 0, 0, 0));
  }

  @Test
  void noPercentileIsAboveTheMaximumAndAStallOfAnHourIsKept() {
    LatencyStats stats = record(1_234_567_891L);
    assertThat(stats.percentileMillis(50)).isEqualTo(stats.maxMillis()).isEqualTo(1234.567891);
    assertThat(record(1, 3_600_000_000_000L).maxMillis()).isEqualTo(3_600_000);
  }

  @Test
  void mergedPartsAreTheSameAsOneRecording() {
    LatencyStats merged = LatencyStats.merge(List.of(record(), record(5_000_000), record(1, 300)));
    LatencyStats whole = record(5_000_000, 1, 300);

    assertThat(merged.count()).isEqualTo(3);
    assertThat(merged.meanMillis()).isEqualTo(whole.meanMillis());
    assertThat(merged.percentileMillis(50)).isEqualTo(whole.percentileMillis(50));
    assertThat(merged.maxMillis()).isEqualTo(5);
  }

  private static LatencyStats record(long... nanos) {
    LatencyRecorder recorder = new LatencyRecorder();
    for (long sample : nanos) {
      recorder.record(sample);
    }
    return recorder.soFar();
  }
}
