package pipeline.peers;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The values of one metric over the rounds. Immutable. */
final class Samples {
  private final double[] sorted;

  /** At least one value, in any order. */
  Samples(double... values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("no values");
    }
    sorted = values.clone();
    Arrays.sort(sorted);
  }

  /**
   * Each value of {@code ours} by the value of {@code theirs} in the same round, which was measured
   * at nearly the same time; for the rounds that both have.
   */
  static Samples quotients(List<Double> ours, List<Double> theirs) {
    return new Samples(
        IntStream.range(0, Math.min(ours.size(), theirs.size()))
            .mapToDouble(round -> ours.get(round) / theirs.get(round))
            .toArray());
  }

  /** The middle value, or the mean of the middle two. */
  double median() {
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  double min() {
    return sorted[0];
  }

  double max() {
    return sorted[sorted.length - 1];
  }
}
