package pipeline.lab.experiment.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Tests the correction of several p-values. */
class HolmTest {
  @Test
  void multipliesTheSmallestByAllTheNextByOneLessAndNeverFallsBack() {
    assertThat(Holm.adjust(0.01, 0.04, 0.03, 0.005))
        .containsExactly(new double[] {0.03, 0.06, 0.06, 0.02}, within(1e-12));
  }

  @Test
  void isNeverAboveOneAndLeavesASingleOneAlone() {
    assertThat(Holm.adjust(0.9, 0.8)).containsExactly(1, 1);
    assertThat(Holm.adjust(0.04)).containsExactly(0.04);
    assertThat(Holm.adjust()).isEmpty();
  }
}
