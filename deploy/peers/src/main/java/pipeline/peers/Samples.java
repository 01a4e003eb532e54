package pipeline.peers;

import java.util.Arrays;

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
