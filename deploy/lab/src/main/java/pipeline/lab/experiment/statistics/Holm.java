package pipeline.lab.experiment.statistics;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Holm's correction of several p-values for being several. */
final class Holm {
  private Holm() {}

  /** The adjusted p-values, in the order given. */
  static double[] adjust(double... p) {
    List<Integer> ascending =
        IntStream.range(0, p.length).boxed().sorted(Comparator.comparingDouble(i -> p[i])).toList();
    double[] adjusted = new double[p.length];
    Arrays.fill(adjusted, 1);
    double largest = 0;
    for (int rank = 0; rank < p.length; rank++) {
      int index = ascending.get(rank);
      largest = Math.max(largest, Math.min(1, (p.length - rank) * p[index]));
      adjusted[index] = largest;
    }
    return adjusted;
  }
}
