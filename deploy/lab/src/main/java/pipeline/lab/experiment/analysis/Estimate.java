package pipeline.lab.experiment.analysis;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A ratio from paired logarithms, one a block: mean, spread and Student's interval. A bootstrap
 * would cover badly with so few blocks. Immutable.
 *
 * @param n blocks
 * @param mean of the logarithms of the ratios
 * @param deviation their standard deviation; NaN for fewer than two
 */
public record Estimate(int n, double mean, double deviation) {
  private static final double POWER = 0.8;

  /** The confidence of the intervals that are shown. */
  public static final double CONFIDENCE = 0.95;

  private static final int MOST_ROUNDS = 1_000;

  /** The quantiles found so far: the search for one takes as long as all the rest. */
  private static final Map<Quantile, Double> QUANTILES = new ConcurrentHashMap<>();

  /** Estimates from logarithms of ratios; without any, the estimate has no value. */
  public static Estimate of(double... logRatios) {
    int n = logRatios.length;
    double mean = Arrays.stream(logRatios).average().orElse(Double.NaN);
    double squares = Arrays.stream(logRatios).map(d -> (d - mean) * (d - mean)).sum();
    double deviation = n < 2 ? Double.NaN : Math.sqrt(squares / (n - 1));
    return new Estimate(n, mean, deviation);
  }

  /** Whether the estimate has an interval. */
  public boolean hasInterval() {
    return n >= 2;
  }

  /** The ratio: 1.12 is 12 % more. */
  public double ratio() {
    return Math.exp(mean);
  }

  /** The lower end of an interval of the ratio; NaN if it has none. */
  public double low(double confidence) {
    return Math.exp(mean - half(confidence));
  }

  /** The upper end of an interval of the ratio; NaN if it has none. */
  public double high(double confidence) {
    return Math.exp(mean + half(confidence));
  }

  private double half(double confidence) {
    return hasInterval()
        ? quantile(n, (1 + confidence) / 2) * deviation / Math.sqrt(n)
        : Double.NaN;
  }

  /** The p-value of the two-sided t-test that the ratio is 1; 1 if that cannot be tested. */
  public double p() {
    if (!hasInterval()) {
      return 1;
    }
    if (deviation == 0) {
      return mean == 0 ? 1 : 0;
    }
    double t = Math.abs(mean) / (deviation / Math.sqrt(n));
    return 2 * TDistribution.of(n - 1).survivalProbability(t);
  }

  /**
   * Whether two one-sided tests at 5 % show that the ratio is within the margin: the 90 % interval
   * lies inside.
   *
   * @param margin such as 0.05
   */
  public boolean isWithin(double margin) {
    return low(0.9) > 1 - margin && high(0.9) < 1 + margin;
  }

  /** The smallest increase that as many blocks would have shown in four of five experiments. */
  public double detectable() {
    return hasInterval() ? Math.exp(spreads(n) * deviation) - 1 : Double.NaN;
  }

  /**
   * How many blocks would show a difference of {@code effect} in four of five experiments; at most
   * 1,000.
   */
  public int roundsFor(double effect) {
    double wanted = Math.log1p(effect);
    int rounds = 2;
    while (rounds < MOST_ROUNDS && spreads(rounds) * deviation > wanted) {
      rounds++;
    }
    return rounds;
  }

  /** The smallest effect, in standard deviations, that {@code rounds} rounds can show. */
  static double spreads(int rounds) {
    double quantiles = quantile(rounds, (1 + CONFIDENCE) / 2) + quantile(rounds, POWER);
    return quantiles / Math.sqrt(rounds);
  }

  private static double quantile(int blocks, double probability) {
    return QUANTILES.computeIfAbsent(
        new Quantile(blocks, probability),
        asked -> TDistribution.of(blocks - 1).inverseCumulativeProbability(probability));
  }

  private record Quantile(int blocks, double probability) {}
}
