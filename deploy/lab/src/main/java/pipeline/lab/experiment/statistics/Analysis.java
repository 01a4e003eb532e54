package pipeline.lab.experiment.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.design.Design;
import pipeline.lab.experiment.design.Schedule.Role;
import pipeline.lab.experiment.design.Schedule.Slot;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.Metric;
import pipeline.lab.experiment.statistics.Comparison.Kind;

/**
 * Compares launches, each only with those of its own block. A launch whose numbers do not count
 * takes its pairs with it. In a block's mean over the settings of the other factors a missing pair
 * is filled in as {@link BlockMeans} says; the verdict says how many were, and is "invalid" where a
 * setting is missing too often, since the effect would be that of the others alone. The family that
 * p-values are corrected for is every level of every factor in the primary metric. A pure function
 * of the launches; immutable.
 */
public final class Analysis {
  private static final double SIGNIFICANCE = 0.05;

  private final Design design;
  private final List<Launch> launches;
  private final double margin;
  private final int blocks;
  private final Map<Cell, Integer> places = new LinkedHashMap<>();
  private final List<Contrast> contrasts;

  /** By block and part. */
  private final Map<List<Integer>, Launch> bases = new HashMap<>();

  /** Why cells have no number in a block, by their places; the control's come after the last. */
  private final List<List<Launch>> broken = new ArrayList<>();

  /**
   * @param margin differences below it do not matter, such as 0.05
   */
  public Analysis(Design design, Collection<Launch> launches, double margin) {
    this.design = design;
    this.launches = List.copyOf(launches);
    this.margin = margin;
    blocks = (int) launches.stream().mapToInt(launch -> launch.slot().block()).distinct().count();
    design.cells().forEach(cell -> places.put(cell, places.size()));
    contrasts = Contrast.all(design, places);
    launches.stream()
        .filter(launch -> launch.slot().role() == Role.BASE)
        .forEach(base -> bases.put(part(base.slot()), base));
    for (int place = 0; place <= design.cells().size(); place++) {
      broken.add(new ArrayList<>());
    }
    launches.forEach(this::addIfBroken);
  }

  private static List<Integer> part(Slot slot) {
    return List.of(slot.block(), slot.part());
  }

  /**
   * Adds the launch, or else the base that it would be compared with, if its numbers do not count.
   */
  private void addIfBroken(Launch launch) {
    Slot slot = launch.slot();
    int place = slot.role() == Role.CONTROL ? places.size() : places.get(slot.cell());
    Launch base = bases.getOrDefault(part(slot), launch);
    if (slot.role() != Role.BASE && !(launch.isValid() && base.isValid())) {
      broken.get(place).add(launch.isValid() ? base : launch);
    }
  }

  /** How many blocks were begun. */
  public int blocks() {
    return blocks;
  }

  public double margin() {
    return margin;
  }

  /** How many comparisons the family has. */
  public int family() {
    return contrasts.size();
  }

  /** The base with itself: what is found there is noise. */
  public Comparison control() {
    return control(Metric.PRIMARY);
  }

  /** The same in another metric. */
  public Comparison control(Metric metric) {
    Estimate estimate = control(blocks(metric));
    MissingPairs missingPairs = missingPairs("", places.size());
    return compare(
        Kind.CONTROL,
        new String[] {"control (A/A)", "control", "base"},
        metric,
        estimate,
        missingPairs,
        MissingPairs.invalid(List.of(missingPairs)),
        estimate.p(),
        1);
  }

  private static Estimate control(Collection<Block> blocks) {
    return estimate(blocks.stream().mapToDouble(block -> BlockMeans.mean(block.control())));
  }

  /** Whether the base differs from itself: a difference below the margin is no reason to worry. */
  private boolean isDistrusted(Metric metric) {
    Estimate control = control(blocks(metric));
    return control.n() > 3 && control.p() < SIGNIFICANCE && !control.isWithin(margin);
  }

  /** Every level of every varied factor against its base level, in the primary metric. */
  public List<Comparison> factors() {
    return factors(Metric.PRIMARY, Holm::adjust, contrasts.size());
  }

  /** The same in another metric, outside the family. */
  public List<Comparison> factors(Metric metric) {
    return factors(metric, p -> p, 1);
  }

  private List<Comparison> factors(Metric metric, UnaryOperator<double[]> correction, int family) {
    Collection<Block> logs = blocks(metric);
    List<List<int[]>> pairs =
        contrasts.stream().map(contrast -> measured(contrast, metric)).toList();
    List<Estimate> estimates = pairs.stream().map(its -> estimate(its, logs)).toList();
    double[] p = correction.apply(estimates.stream().mapToDouble(Estimate::p).toArray());
    boolean distrusted = Stream.of(Metric.PRIMARY, metric).distinct().anyMatch(this::isDistrusted);
    List<Comparison> all = new ArrayList<>();
    for (int i = 0; i < p.length; i++) {
      Contrast contrast = contrasts.get(i);
      List<MissingPairs> missingPairs =
          pairs.get(i).stream()
              .map(pair -> missingPairs(contrast.where(design, pair), pair))
              .toList();
      Comparison found =
          compare(
              Kind.FACTOR,
              new String[] {contrast.what(), contrast.level(), contrast.factor().base()},
              metric,
              estimates.get(i),
              MissingPairs.together(missingPairs),
              distrusted ? "the control differed" : MissingPairs.invalid(missingPairs),
              p[i],
              family);
      List<int[]> unable = new ArrayList<>(contrast.pairs());
      unable.removeAll(able(contrast));
      all.add(unable.isEmpty() ? found : found.without(names(contrast, unable)));
    }
    return all;
  }

  private String names(Contrast contrast, List<int[]> pairs) {
    return pairs.stream()
        .map(pair -> contrast.where(design, pair))
        .collect(Collectors.joining(" or "));
  }

  /**
   * Pairs but those of a setting that is hardly ever whole at either level, such as a design that
   * miscounts or a queue that this broker refuses: the factor is not to blame. All if none is left.
   */
  private List<int[]> able(Contrast contrast) {
    List<int[]> able =
        contrast.pairs().stream()
            .filter(pair -> !(isHardlyWhole(pair[0]) && isHardlyWhole(pair[1])))
            .toList();
    return able.isEmpty() ? contrast.pairs() : able;
  }

  private boolean isHardlyWhole(int place) {
    List<Launch> its = of(place).toList();
    long broken = its.stream().filter(launch -> !launch.isValid()).count();
    return broken > BlockMeans.MOST_MISSING * its.size();
  }

  private Stream<Launch> of(int place) {
    Cell cell = design.cells().get(place);
    return launches.stream()
        .filter(launch -> launch.slot().role() != Role.CONTROL)
        .filter(launch -> launch.slot().cell().equals(cell));
  }

  /** Pairs that have the metric; with a restart of the broker, say, there is no throughput. */
  private List<int[]> measured(Contrast contrast, Metric metric) {
    return able(contrast).stream()
        .filter(pair -> Arrays.stream(pair).noneMatch(place -> lacks(place, metric)))
        .toList();
  }

  private boolean lacks(int place, Metric metric) {
    return of(place).anyMatch(launch -> launch.isValid() && launch.value(metric).isEmpty());
  }

  /** Every cell but the base against the base, outside the family, in the order of the design. */
  public List<Comparison> cells(Metric metric) {
    Collection<Block> logs = blocks(metric);
    String base = design.label(design.base());
    return IntStream.range(1, design.cells().size())
        .mapToObj(
            place -> {
              Estimate estimate = estimate(logs.stream().mapToDouble(block -> block.cell(place)));
              MissingPairs missingPairs = missingPairs("", place);
              String label = design.label(design.cells().get(place));
              return compare(
                  Kind.CELL,
                  new String[] {label, label, base},
                  metric,
                  estimate,
                  missingPairs,
                  MissingPairs.invalid(List.of(missingPairs)),
                  estimate.p(),
                  1);
            })
        .toList();
  }

  /**
   * @param names what, a and b
   */
  private Comparison compare(
      Kind kind,
      String[] names,
      Metric metric,
      Estimate estimate,
      MissingPairs missingPairs,
      String invalid,
      double pHolm,
      int family) {
    String verdict = Verdict.of(metric, estimate, invalid, pHolm, family, margin);
    if (missingPairs.missing() > 0 && invalid.isEmpty() && estimate.hasInterval()) {
      verdict += "; without %s of %s pairs".formatted(missingPairs.missing(), missingPairs.of());
    }
    return new Comparison(
        kind, names[0], names[1], names[2], metric, estimate, blocks, pHolm, verdict);
  }

  /** One number a block: the mean over all settings of the other factors. */
  private static Estimate estimate(List<int[]> pairs, Collection<Block> blocks) {
    return Estimate.of(
        BlockMeans.of(
            blocks.stream()
                .map(block -> pairs.stream().mapToDouble(block::log).toArray())
                .toList()));
  }

  private static Estimate estimate(DoubleStream logs) {
    return Estimate.of(logs.filter(Double::isFinite).toArray());
  }

  /** Each launch against the base of the same part of its block. */
  private Collection<Block> blocks(Metric metric) {
    int parts = 1 + launches.stream().mapToInt(launch -> launch.slot().part()).max().orElse(0);
    Map<Integer, Block> blocks = new TreeMap<>();
    for (Launch launch : launches) {
      Slot slot = launch.slot();
      Block block = blocks.computeIfAbsent(slot.block(), none -> new Block(places.size(), parts));
      Launch base = bases.get(part(slot));
      block.add(launch, Optional.ofNullable(base), places.get(slot.cell()), metric);
    }
    return blocks.values();
  }

  /** Of pairs, one a block, that need launches of the cells at these places. */
  private MissingPairs missingPairs(String where, int... cells) {
    List<Launch> its = Arrays.stream(cells).mapToObj(broken::get).flatMap(List::stream).toList();
    long missing = its.stream().map(launch -> launch.slot().block()).distinct().count();
    return new MissingPairs(where, (int) missing, blocks, its);
  }
}
