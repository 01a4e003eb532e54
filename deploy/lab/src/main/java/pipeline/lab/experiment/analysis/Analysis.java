package pipeline.lab.experiment.analysis;

import static java.util.Comparator.comparingInt;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Compares launches, each only with those of its own block. A pair is two launches of a block whose
 * cells differ in one factor; a block's number is the mean of the logarithms of its pairs' ratios.
 * A launch whose numbers do not count takes its pairs with it. Where more than a quarter of the
 * pairs of any setting is missing, the verdict is "invalid". The family that p-values are corrected
 * for is every level of every factor in the primary metric. A pure function of the launches;
 * immutable.
 */
public final class Analysis {
  private static final double SIGNIFICANCE = 0.05;

  /** The share of a setting's pairs that may be missing; with more, the verdict is "invalid". */
  private static final double MOST_MISSING = 0.25;

  private final Design design;
  private final double margin;
  private final List<Contrast> contrasts;

  /** The launches by block and cell, the base's second one by {@link Contrast#CONTROL}. */
  private final Map<Integer, Map<Cell, Launch>> blocks = new TreeMap<>();

  /**
   * @param margin differences below it do not matter, such as 0.05
   */
  public Analysis(Design design, Collection<Launch> launches, double margin) {
    this.design = design;
    this.margin = margin;
    contrasts = Contrast.factors(design);
    for (Launch launch : launches) {
      Design.Slot slot = launch.slot();
      Cell cell = slot.role() == Design.Role.CONTROL ? Contrast.CONTROL : slot.cell();
      blocks.computeIfAbsent(slot.block(), none -> new HashMap<>()).put(cell, launch);
    }
  }

  /** How many blocks were begun. */
  public int blocks() {
    return blocks.size();
  }

  /** Whether there are too few blocks to prove anything. */
  public boolean isTrial() {
    return blocks() <= Comparison.TRIAL;
  }

  /** How many comparisons the family has. */
  public int family() {
    return contrasts.size();
  }

  /** Compares the base with itself in a metric: a difference there is noise. */
  public Comparison control(Metric metric) {
    return alone(Contrast.control(design), metric);
  }

  /** Whether the base differs from itself: a difference below the margin is no reason to worry. */
  private boolean isDistrusted(Metric metric) {
    Estimate control = control(metric).estimate();
    return control.n() > 3 && control.p() < SIGNIFICANCE && !control.isWithin(margin);
  }

  /** The comparisons of {@link #factors}, and then that of the control. */
  public List<Comparison> withControl(Metric metric) {
    List<Comparison> all = factors(metric);
    all.add(control(metric));
    return all;
  }

  /**
   * Compares every level of every varied factor with its base level in a metric: all but the
   * primary are uncorrected.
   */
  public List<Comparison> factors(Metric metric) {
    boolean isPrimary = metric == Metric.PRIMARY;
    List<Estimate> estimates =
        contrasts.stream().map(contrast -> estimate(contrast.pairs(), metric)).toList();
    double[] uncorrected = estimates.stream().mapToDouble(Estimate::p).toArray();
    double[] p = isPrimary ? holm(uncorrected) : uncorrected;
    int family = isPrimary ? contrasts.size() : 1;
    boolean distrusted = Stream.of(Metric.PRIMARY, metric).anyMatch(this::isDistrusted);
    List<Comparison> all = new ArrayList<>();
    for (int i = 0; i < p.length; i++) {
      String invalid = distrusted ? "the control differed" : invalid(contrasts.get(i));
      all.add(compare(contrasts.get(i), metric, estimates.get(i), invalid, p[i], family));
    }
    return all;
  }

  /** Compares every other cell with the base, outside the family, in the order of the design. */
  public List<Comparison> cells(Metric metric) {
    return Contrast.cells(design).stream().map(contrast -> alone(contrast, metric)).toList();
  }

  /** Compares outside the family, whether or not the control differs. */
  private Comparison alone(Contrast contrast, Metric metric) {
    Estimate estimate = estimate(contrast.pairs(), metric);
    return compare(contrast, metric, estimate, invalid(contrast), estimate.p(), 1);
  }

  private Comparison compare(
      Contrast contrast,
      Metric metric,
      Estimate estimate,
      String invalid,
      double pHolm,
      int family) {
    String verdict = Comparison.verdict(metric, estimate, invalid, pHolm, family, margin);
    return new Comparison(contrast, metric, estimate, blocks(), pHolm, verdict);
  }

  /** Estimates from one number a block, the mean over the pairs that it has. */
  private Estimate estimate(List<Contrast.Pair> pairs, Metric metric) {
    return Estimate.of(
        blocks.values().stream()
            .mapToDouble(
                block ->
                    pairs.stream()
                        .mapToDouble(
                            pair ->
                                log(block.get(pair.cell()), metric)
                                    - log(block.get(pair.other()), metric))
                        .filter(Double::isFinite)
                        .average()
                        .orElse(Double.NaN))
            .filter(Double::isFinite)
            .toArray());
  }

  /**
   * The logarithm of a launch's value; NaN or infinite without a launch that counts, or without a
   * logarithm.
   */
  private static double log(Launch launch, Metric metric) {
    return launch != null && launch.isValid()
        ? Math.log(launch.value(metric).orElse(Double.NaN))
        : Double.NaN;
  }

  /**
   * Why a contrast has too few pairs, such as {@code 8 of 8 runs with threads 128 lost lines}:
   * those of the worst setting, or of all if none is any better; empty if it has enough of each.
   */
  private String invalid(Contrast contrast) {
    List<Contrast.Pair> bad =
        contrast.pairs().stream()
            .filter(pair -> broken(pair).size() > MOST_MISSING * blocks())
            .toList();
    if (bad.isEmpty()) {
      return "";
    }
    boolean all = bad.size() == contrast.pairs().size();
    Contrast.Pair worst = Collections.max(bad, comparingInt(pair -> broken(pair).size()));
    List<Contrast.Pair> told = all ? bad : List.of(worst);
    List<Launch> broken = told.stream().flatMap(pair -> broken(pair).stream()).toList();
    boolean lost = broken.stream().allMatch(launch -> launch.status() == Launch.Status.LOST);
    // every line can be there, and its words miscounted
    boolean lines = broken.stream().anyMatch(launch -> launch.value(Metric.LOST).orElse(1) > 0);
    return "%s of %s runs%s %s"
        .formatted(
            broken.size(),
            blocks() * told.size(),
            all ? "" : " " + contrast.where(design, worst),
            lost ? lines ? "lost lines" : "miscounted" : "failed");
  }

  /** The launches that do not count: one for each block in which the pair has any. */
  private List<Launch> broken(Contrast.Pair pair) {
    return blocks.values().stream()
        .flatMap(
            block ->
                Stream.of(pair.cell(), pair.other())
                    .map(block::get)
                    .filter(launch -> launch != null && !launch.isValid())
                    .limit(1))
        .toList();
  }

  /** Holm's correction of several p-values for being several, in the order given. */
  static double[] holm(double... p) {
    List<Integer> ascending =
        IntStream.range(0, p.length).boxed().sorted(Comparator.comparingDouble(i -> p[i])).toList();
    double[] adjusted = new double[p.length];
    double largest = 0;
    for (int rank = 0; rank < p.length; rank++) {
      int index = ascending.get(rank);
      largest = Math.max(largest, Math.min(1, (p.length - rank) * p[index]));
      adjusted[index] = largest;
    }
    return adjusted;
  }
}
