package pipeline.client.report;

import static org.assertj.core.api.Assertions.assertThat;

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
    LiveView.State state =
        new LiveView.State("32 threads", 0.456, 12_345.4, 12.34, 1_000, 65.9, "1,234");

    assertThat(state.text(most)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "-1, -1, 1 lines/s  p99 0.0 ms  0 failed",
    "1, 3661, 100%  1 lines/s  p99 0.0 ms  0 failed  1:01:01 left"
  })
  void whatIsUnknownIsLeftOut(double part, double secondsLeft, String text) {
    assertThat(new LiveView.State("", part, 1, 0, 0, secondsLeft, "").text(79)).isEqualTo(text);
  }
}
