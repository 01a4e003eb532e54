package pipeline.lab.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import pipeline.lab.experiment.report.Plot.Axis;

class PlotTest {

  @Test
  void ticksAreRoundNumbersWithinTheScale() {
    assertThat(new Axis("", 0, 5_300, List.of()).ticks())
        .containsExactly(0.0, 1_000.0, 2_000.0, 3_000.0, 4_000.0, 5_000.0);
    assertThat(new Axis("", -12, 7, List.of()).ticks()).contains(-10.0, 0.0);
  }

  @Test
  void labelsHaveAsManyDecimalsAsTheirStepNeeds() {
    assertThat(new Axis("launch", 0, 8, List.of()).label(2)).isEqualTo("2");
    assertThat(new Axis("", 0, 1.2, List.of()).label(0.2)).isEqualTo("0.2");
    assertThat(new Axis("", 90, 90.3, List.of()).label(90.05)).isEqualTo("90.05");
  }

  @Test
  void aScaleBeginsAtZeroUnlessAllValuesAreFarFromIt() {
    assertThat(Axis.of("", 10, 100).low()).isZero();
    assertThat(Axis.of("", 90, 100).low()).isBetween(80.0, 90.0);
  }

  @Test
  void oneValueOrNoneMakesAScaleToo() {
    assertThat(Axis.of("", 5).ticks()).isNotEmpty();
    assertThat(Axis.of("").ticks()).isNotEmpty();
  }

  @Test
  void numbersRunUpAndNamesRunDown() {
    String numbers =
        new Plot(Axis.of("", 0, 1), Axis.of("", 0, 1), 50, 200).dot(0, 1, 1, "", "").svg("");
    String names =
        new Plot(Axis.of("", 0, 1), Axis.named("", List.of("a", "b")), 50, 200)
            .dot(0, 1, 1, "", "")
            .svg("");

    assertThat(y(numbers)).isLessThan(60);
    assertThat(y(names)).isGreaterThan(100);
  }

  @Test
  void wordsAbovePointsDoNotStandOnEachOther() {
    String svg =
        new Plot(Axis.of("", 0, 1), Axis.of("", 0, 100), 50, 200)
            .above(1, 50, "one")
            .above(1, 51, "two")
            .svg("");
    double one = base(svg, "one");

    assertThat(base(svg, "two")).isGreaterThan(one + 10);
  }

  private static double base(String svg, String words) {
    return Double.parseDouble(
        svg.replaceAll("(?s).* y=\"([0-9.]+)\" text-anchor=\"end\">" + words + "<.*", "$1"));
  }

  private static double y(String svg) {
    return Double.parseDouble(svg.replaceAll("(?s).*cy=\"([0-9.]+)\".*", "$1"));
  }
}
