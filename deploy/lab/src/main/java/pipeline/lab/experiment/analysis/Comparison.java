package pipeline.lab.experiment.analysis;

import java.util.Locale;

/**
 * Two settings compared in one metric.
 *
 * @param of how many blocks there were; those of the estimate can be fewer
 * @param pHolm corrected for the family; outside it the p-value itself
 */
public record Comparison(
    Contrast contrast, Metric metric, Estimate estimate, int of, double pHolm, String verdict) {

  private static final double SIGNIFICANCE = 0.05;

  /** The confidence of the interval that belongs to the two one-sided tests. */
  private static final double EQUIVALENCE = 0.9;

  /** The most rounds that prove nothing, and only show that the experiment runs. */
  static final int TRIAL = 3;

  /** Intervals narrower than this, in percent, are printed with a decimal. */
  private static final double NARROW = 5;

  /** The ratio from which a difference is not in percent, which would be hard to read. */
  private static final double MANIFOLD = 3;

  public String what() {
    return contrast.what();
  }

  /** Whether the comparison has enough blocks for a verdict, which it has reached. */
  public boolean isProven() {
    return !isInvalid() && !verdict.startsWith("no verdict") && estimate.n() > TRIAL;
  }

  /** Whether too few launches count, or the control differed. */
  public boolean isInvalid() {
    return verdict.startsWith("invalid");
  }

  /** Whether the comparison is outside the corrected family, so that its verdict is a hint. */
  public boolean isExploratory() {
    return contrast.kind() == Contrast.Kind.CELL || metric != Metric.PRIMARY;
  }

  /**
   * The verdict in words: the first form that matches wins.
   *
   * @param invalid why the launches cannot be compared; empty if they can
   * @param pHolm the corrected p-value
   * @param family how many comparisons it was corrected for
   * @param margin differences below it do not matter, such as 0.05
   */
  static String verdict(
      Metric metric, Estimate estimate, String invalid, double pHolm, int family, double margin) {
    if (!invalid.isEmpty()) {
      return "invalid: " + invalid;
    }
    if (estimate.n() == 0) {
      return "no verdict: no round has the " + metric.title() + " of both";
    }
    double ratio = estimate.ratio();
    String change = metric.change(ratio);
    if (estimate.n() <= TRIAL) {
      return change
          + amount(estimate)
          + ", not proven: "
          + (estimate.n() == 1 ? "1 round" : estimate.n() + " rounds");
    }
    boolean within = estimate.isWithin(margin);
    if (pHolm < SIGNIFICANCE) {
      return change
          + amount(estimate)
          + (within ? ", less than the " + percent(margin) + " margin" : "");
    }
    if (within) {
      return "no difference of " + percent(margin) + " or more" + interval(estimate, EQUIVALENCE);
    }
    if (estimate.p() < SIGNIFICANCE) {
      return "perhaps %s%s, not after correcting for %s comparisons"
          .formatted(change, size(estimate), family);
    }
    return format(
        "cannot tell%s: about %,d rounds needed to see %s",
        interval(estimate, Estimate.CONFIDENCE), estimate.roundsFor(margin), percent(margin));
  }

  /** A difference whose direction is said, with its interval where there is one. */
  private static String amount(Estimate estimate) {
    double ratio = estimate.ratio();
    if (ratio < MANIFOLD) {
      return format(" by %.1f %%", 100 * Math.abs(ratio - 1)) + size(estimate);
    }
    return format(" by a factor of %.1f", ratio)
        + (estimate.hasInterval()
            ? format(
                " (%.1f to %.1f)",
                estimate.low(Estimate.CONFIDENCE), estimate.high(Estimate.CONFIDENCE))
            : "");
  }

  /** The interval of a difference whose direction is said. */
  private static String size(Estimate estimate) {
    if (!estimate.hasInterval()) {
      return "";
    }
    double low = 100 * (estimate.low(Estimate.CONFIDENCE) - 1);
    double high = 100 * (estimate.high(Estimate.CONFIDENCE) - 1);
    return estimate.ratio() > 1 ? range(low, high) : range(-high, -low);
  }

  private static String interval(Estimate estimate, double confidence) {
    return range(100 * (estimate.low(confidence) - 1), 100 * (estimate.high(confidence) - 1));
  }

  private static String range(double low, double high) {
    String number = high - low < NARROW ? "%.1f" : "%.0f";
    return format(" (" + number + " to " + number + ")", low, high).replace("-0 ", "0 ");
  }

  /** A margin as a person writes it: {@code 5 %}, {@code 2.5 %}. */
  public static String percent(double share) {
    double percent = 100 * share;
    return percent == Math.rint(percent) ? format("%.0f %%", percent) : format("%.1f %%", percent);
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
