package pipeline.lab.experiment.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests ratios with their intervals, and how many rounds an effect needs. */
class EstimateTest {

  @Test
  void isStudentsIntervalOnLogarithms() {
    // by hand, with 2.776 for the quantile of four degrees of freedom
    Estimate estimate = Estimate.of(log(1.10, 1.12, 1.08, 1.15, 1.09));

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

  @Test
  void needsMoreRoundsForASmallerEffect() {
    Estimate noisy = Estimate.of(0.10, -0.10, 0.05, -0.05, 0.12, -0.12, 0.02, -0.02);

    assertThat(noisy.roundsFor(0.05)).isGreaterThan(noisy.roundsFor(0.10)).isGreaterThan(noisy.n());
    int rounds = noisy.roundsFor(0.05);
    assertThat(Estimate.spreads(rounds) * noisy.deviation()).isLessThan(Math.log(1.05));
    assertThat(Estimate.spreads(rounds - 1) * noisy.deviation()).isGreaterThan(Math.log(1.05));
  }

  @Test
  void isWithinTheMarginOnlyWhenTheWholeIntervalIs() {
    assertThat(Estimate.of(0.01, -0.01, 0.012, -0.012, 0.003).isWithin(0.05)).isTrue();
    assertThat(Estimate.of(0.06, -0.06, 0.07, -0.07, 0.01).isWithin(0.05)).isFalse();
    assertThat(Estimate.of(0.049, 0.050, 0.048, 0.049, 0.047).isWithin(0.05)).isFalse();
  }

  @Test
  void oneBlockHasNoInterval() {
    assertThat(Estimate.of(0.2).hasInterval()).isFalse();
    assertThat(Estimate.of(0.2).p()).isEqualTo(1);
    assertThat(Estimate.of().n()).isZero();
  }

  private static double[] log(double... ratios) {
    return Arrays.stream(ratios).map(Math::log).toArray();
  }
}
