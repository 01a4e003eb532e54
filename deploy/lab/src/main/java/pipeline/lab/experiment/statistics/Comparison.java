package pipeline.lab.experiment.statistics;

import pipeline.lab.experiment.result.Metric;

/**
 * Two settings compared in one metric.
 *
 * @param what of this comparison, such as {@code queue quorum vs classic}
 * @param a what is compared, such as {@code quorum}
 * @param b with what, such as {@code classic}
 * @param of how many blocks there were; those of the estimate can be fewer
 * @param pHolm corrected for the family; outside it the p-value itself
 */
public record Comparison(
    Kind kind,
    String what,
    String a,
    String b,
    Metric metric,
    Estimate estimate,
    int of,
    double pHolm,
    String verdict) {

  /** Whether the comparison has enough blocks for a verdict, which it has reached. */
  public boolean isProven() {
    return !isInvalid() && !verdict.startsWith("no verdict") && estimate.n() > Verdict.TRIAL;
  }

  /** Whether too few launches count, or the control differed. */
  public boolean isInvalid() {
    return verdict.startsWith("invalid");
  }

  /** Whether the comparison is outside the corrected family, so that its verdict is a hint. */
  public boolean isExploratory() {
    return kind == Kind.CELL || metric != Metric.PRIMARY;
  }

  /** The kind of a comparison. */
  public enum Kind {
    /** The comparison of the base with itself. */
    CONTROL,
    /** The comparison of a level with its base level, over all settings of the other factors. */
    FACTOR,
    /** The comparison of a cell with the base. */
    CELL
  }
}
