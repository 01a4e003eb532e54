package pipeline.lab.experiment.statistics;

import java.util.Arrays;
import java.util.Collection;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * One number a block: the mean of the logarithms of its settings. Settings differ, so the mean of
 * those that are left would change with which of them is missing. What is missing is therefore
 * taken to be as that setting usually is, moved by as much as the rest of its block is away from
 * what is usual there. To leave out the whole block would be simpler, but where a block is fifty
 * launches and one in fifty fails, hardly a block would be left.
 */
public final class BlockMeans {
  /** A setting that is missing in a larger share of the blocks than this is not known well. */
  public static final double MOST_MISSING = 0.25;

  private BlockMeans() {}

  /**
   * The means of the blocks that have anything; none if a setting has no number in any block.
   *
   * @param blocks a number a setting, in the same order in all; NaN or infinite where it is missing
   */
  public static double[] of(Collection<double[]> blocks) {
    int settings = blocks.stream().mapToInt(block -> block.length).findFirst().orElse(0);
    double[] usual =
        IntStream.range(0, settings)
            .mapToDouble(setting -> mean(blocks.stream().mapToDouble(block -> block[setting])))
            .toArray();
    return blocks.stream()
        .mapToDouble(block -> Arrays.stream(filled(block, usual)).average().orElse(Double.NaN))
        .filter(Double::isFinite)
        .toArray();
  }

  private static double[] filled(double[] block, double[] usual) {
    double away =
        mean(
            IntStream.range(0, block.length)
                .mapToDouble(setting -> block[setting] - usual[setting]));
    return IntStream.range(0, block.length)
        .mapToDouble(
            setting -> Double.isFinite(block[setting]) ? block[setting] : usual[setting] + away)
        .toArray();
  }

  /** Of those that are there; NaN if none is. */
  static double mean(DoubleStream logs) {
    return logs.filter(Double::isFinite).average().orElse(Double.NaN);
  }
}
