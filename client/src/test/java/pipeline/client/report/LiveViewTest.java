package pipeline.client.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LiveViewTest {
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
