package pipeline.lab.experiment.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.design.Design;
import pipeline.lab.experiment.design.Factor;
import pipeline.lab.experiment.design.Schedule.Role;
import pipeline.lab.experiment.design.Schedule.Slot;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.Launch.Status;
import pipeline.lab.experiment.result.Metric;
import pipeline.lab.experiment.statistics.Comparison.Kind;

/**
 * Compares launches, each only with those of its own block. A launch whose numbers do not count
 * drops out of its block's pairs. The family that p-values are corrected for is every level of
 * every factor in the primary metric. A pure function of the launches; immutable.
 */
public final class Analysis {
  /** More pairs missing than this share make a comparison invalid. */
  private static final double MISSING_SHARE = 0.25;

  private static final double SIGNIFICANCE = 0.05;

  private final Design design;
  private final List<Launch> launches;
  private final double margin;
  private final int blocks;
  private final Map<Cell, Integer> places = new HashMap<>();
  private final List<Contrast> contrasts = new ArrayList<>();

  /**
   * A level of a factor against its base level: pairs of cells that differ in nothing else, by
   * their places in the design.
   */
  private record Contrast(Factor factor, String level, List<int[]> pairs) {
    String what() {
      return "%s %s vs %s".formatted(factor.name(), level, factor.base());
    }

    boolean concerns(Cell cell) {
      String its = cell.level(factor.name());
      return its.equals(level) || its.equals(factor.base());
    }
  }

  /** The logarithms of one block against its base, NaN where one is missing. */
  private static final class Block {
    final double[] cells;
    final double[] control;

    Block(int cells, int parts) {
      this.cells = missing(cells);
      control = missing(parts);
    }
  }

  /**
   * @param margin differences below it do not matter, such as 0.05
   */
  public Analysis(Design design, Collection<Launch> launches, double margin) {
    this.design = design;
    this.launches = List.copyOf(launches);
    this.margin = margin;
    blocks = (int) launches.stream().mapToInt(launch -> launch.slot().block()).distinct().count();
    design.cells().forEach(cell -> places.put(cell, places.size()));
    for (Factor factor : design.varied()) {
      factor.levels().stream()
          .skip(1)
          .map(level -> contrast(factor, level))
          .forEach(contrasts::add);
    }
  }

  private Contrast contrast(Factor factor, String level) {
    List<int[]> pairs = new ArrayList<>();
    for (Cell cell : design.cells()) {
      Integer other = places.get(cell.with(factor.name(), factor.base()));
      if (cell.level(factor.name()).equals(level) && other != null) {
        pairs.add(new int[] {places.get(cell), other});
      }
    }
    return new Contrast(factor, level, pairs);
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
    Estimate estimate = control(blocks(Metric.PRIMARY));
    String invalid = missing(slot -> slot.role() == Role.CONTROL, estimate.n());
    return compare(
        Kind.CONTROL,
        new String[] {"control (A/A)", "control", "base"},
        Metric.PRIMARY,
        estimate,
        invalid,
        estimate.p(),
        1);
  }

  private static Estimate control(Collection<Block> blocks) {
    return estimate(blocks.stream().mapToDouble(block -> mean(block.control)));
  }

  /** Every level of every varied factor against its base level, in the primary metric. */
  public List<Comparison> factors() {
    Collection<Block> logs = blocks(Metric.PRIMARY);
    List<Estimate> estimates =
        contrasts.stream().map(contrast -> estimate(contrast, logs)).toList();
    double[] p = Holm.adjust(estimates.stream().mapToDouble(Estimate::p).toArray());
    Estimate control = control(logs);
    // a difference below the margin is no reason to distrust the others
    boolean distrusted = control.n() > 3 && control.p() < SIGNIFICANCE && !control.isWithin(margin);
    List<Comparison> all = new ArrayList<>();
    for (int i = 0; i < p.length; i++) {
      Contrast contrast = contrasts.get(i);
      String invalid =
          distrusted ? "the control differed" : missing(contrast, estimates.get(i).n());
      all.add(
          compare(
              Kind.FACTOR,
              names(contrast),
              Metric.PRIMARY,
              estimates.get(i),
              invalid,
              p[i],
              p.length));
    }
    return all;
  }

  /** The same in another metric, outside the family. */
  public List<Comparison> factors(Metric metric) {
    Collection<Block> logs = blocks(metric);
    return contrasts.stream()
        .map(
            contrast -> {
              Estimate estimate = estimate(contrast, logs);
              String invalid = missing(contrast, estimate.n());
              return compare(
                  Kind.FACTOR, names(contrast), metric, estimate, invalid, estimate.p(), 1);
            })
        .toList();
  }

  /** Every cell but the base against the base, outside the family, in the order of the design. */
  public List<Comparison> cells(Metric metric) {
    Collection<Block> logs = blocks(metric);
    String base = design.label(design.base());
    return IntStream.range(1, design.cells().size())
        .mapToObj(
            place -> {
              Cell cell = design.cells().get(place);
              Estimate estimate = estimate(logs.stream().mapToDouble(block -> block.cells[place]));
              String invalid = missing(slot -> slot.cell().equals(cell), estimate.n());
              String label = design.label(cell);
              return compare(
                  Kind.CELL,
                  new String[] {label, label, base},
                  metric,
                  estimate,
                  invalid,
                  estimate.p(),
                  1);
            })
        .toList();
  }

  private static String[] names(Contrast contrast) {
    return new String[] {contrast.what(), contrast.level(), contrast.factor().base()};
  }

  /**
   * @param names what, a and b
   */
  private Comparison compare(
      Kind kind,
      String[] names,
      Metric metric,
      Estimate estimate,
      String invalid,
      double pHolm,
      int family) {
    String verdict = Verdict.of(metric, estimate, invalid, pHolm, family, margin);
    return new Comparison(
        kind, names[0], names[1], names[2], metric, estimate, blocks, pHolm, verdict);
  }

  /** One number a block: the mean over all settings of the other factors. */
  private static Estimate estimate(Contrast contrast, Collection<Block> blocks) {
    return estimate(
        blocks.stream()
            .mapToDouble(
                block ->
                    mean(
                        contrast.pairs().stream()
                            .mapToDouble(pair -> block.cells[pair[0]] - block.cells[pair[1]])
                            .toArray())));
  }

  private static Estimate estimate(DoubleStream logs) {
    return Estimate.of(logs.filter(Double::isFinite).toArray());
  }

  /** Of those that are there; NaN if none is. */
  private static double mean(double[] logs) {
    return Arrays.stream(logs).filter(Double::isFinite).average().orElse(Double.NaN);
  }

  /** Each launch against the base of the same part of its block. */
  private Collection<Block> blocks(Metric metric) {
    int parts = 1 + launches.stream().mapToInt(launch -> launch.slot().part()).max().orElse(0);
    Map<Integer, double[]> bases = new HashMap<>();
    Map<Integer, Block> blocks = new TreeMap<>();
    for (Launch launch : launches) {
      Slot slot = launch.slot();
      if (slot.role() == Role.BASE) {
        bases.computeIfAbsent(slot.block(), none -> missing(parts))[slot.part()] =
            log(launch, metric);
      }
    }
    for (Launch launch : launches) {
      Slot slot = launch.slot();
      double base = bases.getOrDefault(slot.block(), missing(parts))[slot.part()];
      Block block = blocks.computeIfAbsent(slot.block(), none -> new Block(places.size(), parts));
      double log = log(launch, metric) - base;
      if (slot.role() == Role.CONTROL) {
        block.control[slot.part()] = log;
      } else if (slot.role() == Role.CELL || Double.isFinite(log)) {
        block.cells[places.get(slot.cell())] = log;
      }
    }
    return blocks.values();
  }

  private static double[] missing(int number) {
    double[] missing = new double[number];
    Arrays.fill(missing, Double.NaN);
    return missing;
  }

  /** NaN or infinite if the launch does not count, or its value has no logarithm. */
  private static double log(Launch launch, Metric metric) {
    return launch.isValid() ? Math.log(launch.value(metric).orElse(Double.NaN)) : Double.NaN;
  }

  private String missing(Contrast contrast, int pairs) {
    return missing(slot -> slot.role() != Role.CONTROL && contrast.concerns(slot.cell()), pairs);
  }

  /** Why too few pairs are left; empty if enough are. */
  private String missing(Predicate<Slot> which, int pairs) {
    if (pairs >= blocks * (1 - MISSING_SHARE)) {
      return "";
    }
    List<Launch> broken =
        launches.stream()
            .filter(launch -> !launch.isValid())
            .filter(launch -> launch.slot().role() == Role.BASE || which.test(launch.slot()))
            .toList();
    if (broken.isEmpty()) {
      return "";
    }
    return "%d of %d runs %s".formatted(blocks - pairs, blocks, what(broken));
  }

  private static String what(List<Launch> broken) {
    if (!broken.stream().allMatch(launch -> launch.status() == Status.LOST)) {
      return "failed";
    }
    // every line can be there, and its words miscounted
    return broken.stream().anyMatch(launch -> launch.value(Metric.LOST).orElse(1) > 0)
        ? "lost lines"
        : "miscounted";
  }
}
