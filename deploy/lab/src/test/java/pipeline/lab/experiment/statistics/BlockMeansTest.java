package pipeline.lab.experiment.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class BlockMeansTest {
  private static final double NONE = Double.NaN;

  @Test
  void ofWholeBlocksAreTheirMeans() {
    assertThat(BlockMeans.of(List.of(new double[] {1, 3}, new double[] {2, 6})))
        .containsExactly(2, 4);
  }

  @Test
  void aMissingSettingIsAsUsualMovedAsTheRestOfItsBlock() {
    // settings are usually at 1 and 11; the third block is 0.5 above that
    double[] means =
        BlockMeans.of(
            List.of(new double[] {0.75, 11}, new double[] {0.75, 11}, new double[] {1.5, NONE}));

    assertThat(means[0]).isCloseTo(5.875, within(1e-12));
    assertThat(means[2]).isCloseTo((1.5 + 11.5) / 2, within(1e-12));
  }

  @Test
  void aBlockWithoutAnythingHasNone() {
    assertThat(BlockMeans.of(List.of(new double[] {1, 3}, new double[] {NONE, NONE})))
        .containsExactly(2);
  }

  @Test
  void aSettingThatIsMissingInEveryBlockLeavesNoMean() {
    assertThat(BlockMeans.of(List.of(new double[] {1, NONE}, new double[] {2, NONE}))).isEmpty();
    assertThat(BlockMeans.of(List.of())).isEmpty();
  }
}
