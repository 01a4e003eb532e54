package pipeline.lab.experiment.analysis;

/**
 * Two settings compared in one metric.
 *
 * @param of how many blocks there were; those of the estimate can be fewer
 * @param pHolm corrected for the family; outside it the p-value itself
 */
public record Comparison(
    Contrast contrast, Metric metric, Estimate estimate, int of, double pHolm, String verdict) {

  public String what() {
    return contrast.what();
  }

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
    return contrast.kind() == Contrast.Kind.CELL || metric != Metric.PRIMARY;
  }
}
