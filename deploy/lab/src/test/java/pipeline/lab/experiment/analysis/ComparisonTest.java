package pipeline.lab.experiment.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A ratio has Student's interval, and its verdict claims no more than that. */
class ComparisonTest {
  private static final double MARGIN = 0.05;

  @Test
  void theIntervalIsStudentsOnLogarithms() {
    // by hand, with 2.776 for the quantile of four degrees of freedom
    double[] ratios = {1.10, 1.12, 1.08, 1.15, 1.09};
    Estimate estimate = Estimate.of(Arrays.stream(ratios).map(Math::log).toArray());

    assertThat(estimate.ratio()).isCloseTo(1.10772, within(1e-5));
    assertThat(estimate.low(0.95)).isCloseTo(1.07403, within(1e-4));
    assertThat(estimate.high(0.95)).isCloseTo(1.14248, within(1e-4));
    assertThat(estimate.p()).isCloseTo(0.00077, within(1e-5));
  }

  @ParameterizedTest
  @CsvSource({"3, 3.10", "5, 1.66", "6, 1.43", "8, 1.15", "10, 0.99", "15, 0.78", "20, 0.66"})
  void knowsWhatSoManyRoundsWouldHaveShown(int rounds, double deviations) {
    assertThat(Estimate.spreads(rounds)).isCloseTo(deviations, within(0.006));
  }

  /** Checks verdicts by mean ratio, deviation of the logarithms, and p after the correction. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1.12  | 0.05 | 0.001 | higher by 12.0 % (7 to 17)
          0.82  | 0.05 | 0.001 | lower by 18.0 % (14 to 21)
          41    | 0.05 | 0.001 | higher by a factor of 41.0 (39.3 to 42.8)
          1.02  | 0.01 | 0.001 | higher by 2.0 % (1.2 to 2.9), less than the 5 % margin
          1.005 | 0.05 | 0.7   | no difference of 5 % or more (-3 to 4)
          1.005 | 0.03 | 0.7   | no difference of 5 % or more (-1.5 to 2.5)
          1.05  | 0.04 | 0.2   | perhaps higher (2 to 9), not after correcting for 11 comparisons
          1.03  | 0.11 | 0.4   | cannot tell (-6 to 13): about 42 rounds needed to see 5 %
          """)
  void saysDirectionSizeAndInterval(double ratio, double deviation, double pHolm, String verdict) {
    assertThat(verdict(spread(ratio, deviation), "", pHolm)).isEqualTo(verdict);
  }

  @Test
  void lostLinesWinOverEverythingAndTimesAreShorterNotLower() {
    assertThat(verdict(spread(1.5, 0.01), "3 of 8 runs lost lines", 0.001))
        .isEqualTo("invalid: 3 of 8 runs lost lines");
    assertThat(Comparison.verdict(Metric.P99, spread(0.82, 0.05), "", 0.001, 1, MARGIN))
        .isEqualTo("shorter by 18.0 % (14 to 21)");
  }

  @Test
  void aTrialSaysWhatItSawAndThatItProvesNothing() {
    assertThat(verdict(Estimate.of(0.5, 0.51, 0.49), "", 0.0001))
        .isEqualTo("higher by 64.9 % (61 to 69), not proven: 3 rounds");
    assertThat(verdict(Estimate.of(Math.log(0.8)), "", 1))
        .isEqualTo("lower by 20.0 %, not proven: 1 round");
  }

  private static String verdict(Estimate estimate, String invalid, double pHolm) {
    return Comparison.verdict(Metric.PRIMARY, estimate, invalid, pHolm, 11, MARGIN);
  }

  /** Eight blocks of that mean ratio, whose logarithms have that standard deviation. */
  private static Estimate spread(double ratio, double deviation) {
    double[] steps = {-1.5, -1, -0.5, -0.25, 0.25, 0.5, 1, 1.5};
    double unit = Estimate.of(steps).deviation();
    return Estimate.of(
        Arrays.stream(steps).map(step -> Math.log(ratio) + step / unit * deviation).toArray());
  }
}
