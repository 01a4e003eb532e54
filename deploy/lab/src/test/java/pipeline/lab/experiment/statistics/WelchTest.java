package pipeline.lab.experiment.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class WelchTest {

  @Test
  void isWelchsInterval() {
    // by hand: means 3 and 2, variances 1 and 4, three and five values
    Welch welch = Welch.of(new double[] {2, 3, 4}, new double[] {0, 0, 2, 4, 4});

    assertThat(welch.difference()).isCloseTo(1, within(1e-12));
    assertThat(welch.error()).isCloseTo(Math.sqrt(1.0 / 3 + 4.0 / 5), within(1e-12));
    double sum = 1.0 / 3 + 4.0 / 5;
    assertThat(welch.freedom()).isCloseTo(sum * sum / (1.0 / 9 / 2 + 16.0 / 25 / 4), within(1e-12));
  }

  @Test
  void coversTheTruthAsOftenAsItSays() {
    Random random = new Random(4);
    int covered = 0;
    int trials = 2_000;
    for (int trial = 0; trial < trials; trial++) {
      double[] a = random.doubles(8).map(any -> 0.2 + 0.1 * random.nextGaussian()).toArray();
      double[] b = random.doubles(5).map(any -> 0.3 * random.nextGaussian()).toArray();
      Welch welch = Welch.of(a, b);
      covered += welch.low(0.95) < Math.exp(0.2) && Math.exp(0.2) < welch.high(0.95) ? 1 : 0;
    }

    assertThat((double) covered / trials).isCloseTo(0.95, within(0.02));
  }
}
