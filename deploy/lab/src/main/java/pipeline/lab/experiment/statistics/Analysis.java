package pipeline.lab.experiment.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.design.Design;
import pipeline.lab.experiment.design.Schedule.Role;
import pipeline.lab.experiment.design.Schedule.Slot;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.Launch.Status;
import pipeline.lab.experiment.result.Metric;

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
  private final Map<Cell, Integer> places = new LinkedHashMap<>();
  private final List<Contrast> contrasts;

  /** The launches by block and by the cell's place in the design; the control comes last. */
  private final Map<Integer, Map<Integer, Launch>> blocks = new TreeMap<>();

  /**
   * @param margin differences below it do not matter, such as 0.05
   */
  public Analysis(Design design, Collection<Launch> launches, double margin) {
    this.design = design;
    this.margin = margin;
    design.cells().forEach(cell -> places.put(cell, places.size()));
    contrasts = Contrast.factors(design, places);
    for (Launch launch : launches) {
      Slot slot = launch.slot();
      int place = slot.role() == Role.CONTROL ? places.size() : places.get(slot.cell());
      blocks.computeIfAbsent(slot.block(), none -> new HashMap<>()).put(place, launch);
    }
  }

  /** How many blocks were begun. */
  public int blocks() {
    return blocks.size();
  }

  /** Whether there are too few blocks to prove anything. */
  public boolean isTrial() {
    return blocks() <= Verdict.TRIAL;
  }

  public double margin() {
    return margin;
  }

  /** How many comparisons the family has. */
  public int family() {
    return contrasts.size();
  }

  /** Compares the base with itself: a difference there is noise. */
  public Comparison control() {
    return control(Metric.PRIMARY);
  }

  /** Compares the base with itself in another metric. */
  public Comparison control(Metric metric) {
    return alone(Contrast.control(places.size()), metric);
  }

  /** Whether the base differs from itself: a difference below the margin is no reason to worry. */
  private boolean isDistrusted(Metric metric) {
    Estimate control = control(metric).estimate();
    return control.n() > 3 && control.p() < SIGNIFICANCE && !control.isWithin(margin);
  }

  /** Compares every level of every varied factor with its base level, in the primary metric. */
  public List<Comparison> factors() {
    return factors(Metric.PRIMARY, Analysis::holm, contrasts.size());
  }

  /** Compares every level with its base level in another metric, outside the family. */
  public List<Comparison> factors(Metric metric) {
    return factors(metric, p -> p, 1);
  }

  private List<Comparison> factors(Metric metric, UnaryOperator<double[]> correction, int family) {
    List<Estimate> estimates =
        contrasts.stream().map(contrast -> estimate(contrast.pairs(), metric)).toList();
    double[] p = correction.apply(estimates.stream().mapToDouble(Estimate::p).toArray());
    boolean distrusted = Stream.of(Metric.PRIMARY, metric).distinct().anyMatch(this::isDistrusted);
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
    String verdict = Verdict.of(metric, estimate, invalid, pHolm, family, margin);
    return new Comparison(
        contrast.kind(),
        contrast.what(),
        contrast.a(),
        contrast.b(),
        metric,
        estimate,
        blocks(),
        pHolm,
        verdict);
  }

  /** Estimates from one number a block, the mean over the pairs that it has. */
  private Estimate estimate(List<int[]> pairs, Metric metric) {
    return Estimate.of(
        blocks.values().stream()
            .mapToDouble(
                block ->
                    pairs.stream()
                        .mapToDouble(
                            pair ->
                                log(block.get(pair[0]), metric) - log(block.get(pair[1]), metric))
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
    List<int[]> bad = contrast.pairs().stream().filter(pair -> areTooMany(broken(pair))).toList();
    if (bad.isEmpty()) {
      return "";
    }
    if (bad.size() == contrast.pairs().size()) {
      List<Launch> all = bad.stream().flatMap(pair -> broken(pair).stream()).toList();
      return why(all, blocks() * bad.size(), "");
    }
    int[] worst =
        bad.stream()
            .reduce((one, other) -> broken(other).size() > broken(one).size() ? other : one)
            .orElseThrow();
    return why(broken(worst), blocks(), " " + contrast.where(design, worst));
  }

  /** The launches that do not count: one for each block in which the pair has any. */
  private List<Launch> broken(int[] pair) {
    return blocks.values().stream()
        .flatMap(
            block ->
                Arrays.stream(pair)
                    .mapToObj(block::get)
                    .filter(launch -> launch != null && !launch.isValid())
                    .limit(1))
        .toList();
  }

  private boolean areTooMany(List<Launch> broken) {
    return broken.size() > MOST_MISSING * blocks();
  }

  private static String why(List<Launch> broken, int of, String where) {
    boolean lost = broken.stream().allMatch(launch -> launch.status() == Status.LOST);
    // every line can be there, and its words miscounted
    boolean lines = broken.stream().anyMatch(launch -> launch.value(Metric.LOST).orElse(1) > 0);
    String what = lost ? lines ? "lost lines" : "miscounted" : "failed";
    return "%s of %s runs%s %s".formatted(broken.size(), of, where, what);
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
