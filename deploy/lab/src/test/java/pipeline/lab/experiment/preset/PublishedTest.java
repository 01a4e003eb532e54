package pipeline.lab.experiment.preset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.result.Metric;

class PublishedTest {
  private static final Metric REQUESTS = Metric.REQUESTS_PER_SECOND;
  private static final Metric P99 = Metric.P99;
  private static final Published PUBLISHED =
      new Published(
          List.of("threads", "servers"),
          List.of(REQUESTS, P99),
          List.of(List.of("2", "1", "797", "3.83"), List.of("2", "4", "about 4,800", "-")));

  @Test
  void findsTheFigureOfACellWhateverItsOtherLevelsOrADash() {
    Cell cell = new Cell(Map.of("threads", "2", "servers", "4", "queue", "quorum"));

    assertThat(PUBLISHED.figure(cell, REQUESTS)).isEqualTo("about 4,800");
    assertThat(PUBLISHED.figure(cell.with("servers", "1"), P99)).isEqualTo("3.83");
    assertThat(PUBLISHED.figure(cell, P99)).isEqualTo("-");
    assertThat(PUBLISHED.figure(cell.with("threads", "3"), REQUESTS)).isEqualTo("-");
    assertThat(PUBLISHED.figure(cell, Metric.MAX)).isEqualTo("-");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "797|797",
        "3.83|3.83",
        "5,171|5171",
        "about 4,800|4800",
        "20k|20000",
        "2-5|3.5",
        "1,700 at most|1700",
        "-|",
        "some|",
        "-9|"
      })
  void readsTheNumbersOfFiguresAndTakesNothingElseForOne(String figure, Double number) {
    OptionalDouble read = Published.number(figure);
    assertThat(read.isPresent() ? read.getAsDouble() : null).isEqualTo(number);
  }

  @Test
  void refusesARowThatIsNotWhole() {
    assertThatThrownBy(
            () -> new Published(List.of("threads"), List.of(P99), List.of(List.of("2", "1", "3"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[2, 1, 3]");
  }
}
