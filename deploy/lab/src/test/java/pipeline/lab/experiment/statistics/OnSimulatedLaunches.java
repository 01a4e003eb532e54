package pipeline.lab.experiment.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import pipeline.lab.experiment.design.Design;
import pipeline.lab.experiment.design.Factor;
import pipeline.lab.experiment.design.Schedule;
import pipeline.lab.experiment.design.Schedule.Slot;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.Launch.Status;
import pipeline.lab.experiment.result.Metric;

/** A design of three factors, and launches of it with known effects and noise. */
abstract class OnSimulatedLaunches {
  static final int ROUNDS = 8;
  static final double NOISE = 0.03;
  static final List<Factor> FACTORS =
      List.of(
          new Factor("threads", List.of("32", "64")),
          new Factor("queue", List.of("classic", "quorum")),
          new Factor("confirm", List.of("on", "none")));

  static final Design GRID = Design.allCombinations(FACTORS, cell -> Optional.empty());
  static final Design ONE_BY_ONE = Design.oneAtATime(FACTORS, cell -> Optional.empty());

  static final Design TWO_BY_TWO =
      Design.allCombinations(FACTORS.subList(0, 2), cell -> Optional.empty());

  /** Launches whose levels multiply the throughput, with noise. */
  static List<Launch> simulate(Design design, long seed, Map<String, Double> effects) {
    return simulate(design, seed, effects, slot -> 1);
  }

  /** Launches whose levels multiply the throughput, as {@code other} does, with noise. */
  static List<Launch> simulate(
      Design design, long seed, Map<String, Double> effects, ToDoubleFunction<Slot> other) {
    Random random = new Random(seed);
    List<Launch> launches = new ArrayList<>();
    for (Slot slot : new Schedule(design, seed).blocks(ROUNDS)) {
      double rate = 5_000 * other.applyAsDouble(slot) * Math.exp(NOISE * random.nextGaussian());
      for (String level : slot.cell().levels().values()) {
        rate *= effects.getOrDefault(level, 1.0);
      }
      launches.add(
          new Launch(slot, Status.OK, "", Map.of(Metric.LINES_PER_SECOND, rate), List.of()));
    }
    return launches;
  }

  /** The launches, of which some are changed. */
  static List<Launch> change(
      List<Launch> launches, Predicate<Slot> which, UnaryOperator<Launch> change) {
    return launches.stream()
        .map(launch -> which.test(launch.slot()) ? change.apply(launch) : launch)
        .toList();
  }

  /** The launches, of which some lost lines. */
  static List<Launch> lose(List<Launch> launches, Predicate<Slot> which) {
    return change(
        launches,
        which,
        launch -> new Launch(launch.slot(), Status.LOST, "", launch.values(), List.of()));
  }

  static boolean has(Slot slot, String level) {
    return slot.cell().levels().containsValue(level);
  }

  static List<Comparison> factors(Design design, List<Launch> launches) {
    return new Analysis(design, launches, 0.05).factors();
  }
}
