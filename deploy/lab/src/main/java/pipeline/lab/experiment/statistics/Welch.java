package pipeline.lab.experiment.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A ratio of two sets of launches that were not made in turns, from their logarithms: Welch's
 * interval, which does not ask for equal spreads. Immutable.
 *
 * @param difference of the means of the logarithms
 * @param error its standard error
 * @param freedom degrees of freedom
 */
public record Welch(double difference, double error, double freedom) {

  /**
   * The ratio of a to b.
   *
   * @param a logarithms, two or more
   * @param b logarithms that those are compared with, two or more
   */
  public static Welch of(double[] a, double[] b) {
    double ofA = variance(a) / a.length;
    double ofB = variance(b) / b.length;
    double sum = ofA + ofB;
    double freedom = sum * sum / (ofA * ofA / (a.length - 1) + ofB * ofB / (b.length - 1));
    return new Welch(
        mean(a) - mean(b), Math.sqrt(sum), sum == 0 ? a.length + b.length - 2 : freedom);
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }

  private static double variance(double[] values) {
    double mean = mean(values);
    double squares = Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
    return squares / (values.length - 1);
  }

  public double ratio() {
    return Math.exp(difference);
  }

  /** The lower end of an interval of the ratio. */
  public double low(double confidence) {
    return Math.exp(difference - half(confidence));
  }

  /** The upper end of an interval of the ratio. */
  public double high(double confidence) {
    return Math.exp(difference + half(confidence));
  }

  private double half(double confidence) {
    return TDistribution.of(freedom).inverseCumulativeProbability((1 + confidence) / 2) * error;
  }
}
