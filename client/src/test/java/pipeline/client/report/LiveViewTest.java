package pipeline.client.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LiveViewTest {
  @ParameterizedTest
  @CsvSource({"24 100, 100", "50 400, 150", "0 0, 80", "'', 80", "stty: no terminal, 80"})
  void theWidthIsTheSecondNumberOfStty(String size, int columns) {
    assertThat(LiveView.columns(size)).isEqualTo(columns);
  }
}
