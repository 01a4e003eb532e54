package pipeline.lab.experiment.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The analysis of simulated experiments finds the effects that were put in, and no others more
 * often than it says.
 */
class AnalysisTest {
  private static final int ROUNDS = 8;
  private static final double NOISE = 0.03;
  private static final List<Factor> FACTORS =
      List.of(
          new Factor("threads", List.of("32", "64")),
          new Factor("queue", List.of("classic", "quorum")),
          new Factor("confirm", List.of("on", "none")));

  private static final Design GRID = Design.allCombinations(FACTORS);
  private static final Design ONE_BY_ONE = Design.oneAtATime(FACTORS);

  private static final Design TWO_BY_TWO = Design.allCombinations(FACTORS.subList(0, 2));

  private static final Map<String, Double> SLOW_QUORUM = Map.of("quorum", 0.5);

  /** The launches of one setting of threads, with a quorum queue. */
  private static final Predicate<Design.Slot> CORNER =
      slot -> has(slot, "quorum") && has(slot, "64");

  /** Launches whose levels multiply the throughput, with noise. */
  private static List<Launch> simulate(Design design, long seed, Map<String, Double> effects) {
    return simulate(design, seed, effects, slot -> 1);
  }

  /** Launches whose levels multiply the throughput, as {@code other} does, with noise. */
  private static List<Launch> simulate(
      Design design, long seed, Map<String, Double> effects, ToDoubleFunction<Design.Slot> other) {
    Random random = new Random(seed);
    List<Launch> launches = new ArrayList<>();
    for (Design.Slot slot : design.blocks(ROUNDS, seed)) {
      double rate = 5_000 * other.applyAsDouble(slot) * Math.exp(NOISE * random.nextGaussian());
      for (String level : slot.cell().levels().values()) {
        rate *= effects.getOrDefault(level, 1.0);
      }
      launches.add(
          new Launch(slot, Launch.Status.OK, "", Map.of(Metric.LINES_PER_SECOND, rate), List.of()));
    }
    return launches;
  }

  /** The launches, of which some are changed. */
  private static List<Launch> change(
      List<Launch> launches, Predicate<Design.Slot> which, UnaryOperator<Launch> change) {
    return launches.stream()
        .map(launch -> which.test(launch.slot()) ? change.apply(launch) : launch)
        .toList();
  }

  /** The launches, of which some lost lines. */
  private static List<Launch> lose(List<Launch> launches, Predicate<Design.Slot> which) {
    return change(
        launches,
        which,
        launch -> new Launch(launch.slot(), Launch.Status.LOST, "", launch.values(), List.of()));
  }

  private static boolean has(Design.Slot slot, String level) {
    return slot.cell().levels().containsValue(level);
  }

  private static List<Comparison> factors(Design design, List<Launch> launches) {
    return new Analysis(design, launches, 0.05).factors(Metric.PRIMARY);
  }

  @Test
  void recoversTheEffectsOfASimulatedGrid() {
    Map<String, Double> effects = Map.of("64", 1.10, "quorum", 0.75, "none", 1.0);
    List<Comparison> found = factors(GRID, simulate(GRID, 5, effects));

    assertThat(found)
        .extracting(Comparison::what)
        .containsExactly("threads 64 vs 32", "queue quorum vs classic", "confirm none vs on");
    assertThat(found.get(0).estimate().ratio()).isCloseTo(1.10, within(0.02));
    assertThat(found.get(0).verdict()).startsWith("higher by ");
    assertThat(found.get(1).estimate().ratio()).isCloseTo(0.75, within(0.02));
    assertThat(found.get(1).verdict()).startsWith("lower by 2");
    assertThat(found.get(2).verdict()).startsWith("no difference of 5 % or more");
  }

  @Test
  void aMachineThatSlowsDownFromBlockToBlockChangesNoEffect() {
    ToDoubleFunction<Design.Slot> drift = slot -> Math.pow(0.8, slot.block());
    List<Comparison> found = factors(GRID, simulate(GRID, 6, Map.of("quorum", 0.75), drift));

    assertThat(found.get(1).estimate().ratio()).isCloseTo(0.75, within(0.02));
    assertThat(found.get(1).estimate().deviation()).isLessThan(2 * NOISE);
  }

  @Test
  void tellsIdenticalSettingsApartInAtMostOneExperimentOfTwenty() {
    int experiments = 10_000;
    int wrong = 0;
    for (int seed = 0; seed < experiments; seed++) {
      List<Comparison> family = factors(ONE_BY_ONE, simulate(ONE_BY_ONE, seed, Map.of()));
      wrong +=
          family.stream().anyMatch(each -> each.verdict().matches("(higher|lower) by .*")) ? 1 : 0;
    }

    assertThat((double) wrong / experiments).isBetween(0.01, 0.055);
  }

  @Test
  void nothingIsBelievedWhenTheControlDiffersNotEvenASteadyP99() {
    List<Launch> launches =
        change(
            simulate(GRID, 1, Map.of(), slot -> slot.role() == Design.Role.CONTROL ? 1.3 : 1),
            slot -> true,
            AnalysisTest::withSteadyP99);
    Analysis analysis = new Analysis(GRID, launches, 0.05);

    assertThat(analysis.control(Metric.PRIMARY).verdict()).startsWith("higher by ");
    assertThat(analysis.control(Metric.P99).verdict()).startsWith("no difference");
    assertThat(
            Stream.of(Metric.PRIMARY, Metric.P99).flatMap(each -> analysis.factors(each).stream()))
        .extracting(Comparison::verdict)
        .containsOnly("invalid: the control differed");
  }

  @Test
  void anExperimentThatWasInterruptedIsAnalysedAsFarAsItWent() {
    List<Launch> launches = simulate(GRID, 1, Map.of("quorum", 0.5));
    Analysis analysis = new Analysis(GRID, launches.subList(0, launches.size() / 2 + 3), 0.05);

    assertThat(analysis.factors(Metric.PRIMARY).get(1).estimate().ratio())
        .isCloseTo(0.5, within(0.03));
    assertThat(new Analysis(GRID, List.of(), 0.05).control(Metric.PRIMARY).verdict())
        .isEqualTo("no verdict: no round has the throughput of both");
  }

  @Test
  void holmMultipliesTheSmallestByAllTheNextByOneLessAndNeverFallsBack() {
    assertThat(Analysis.holm(0.01, 0.04, 0.03, 0.005))
        .containsExactly(new double[] {0.03, 0.06, 0.06, 0.02}, within(1e-12));
    assertThat(Analysis.holm(0.9, 0.8)).containsExactly(1, 1);
    assertThat(Analysis.holm(0.04)).containsExactly(0.04);
    assertThat(Analysis.holm()).isEmpty();
  }

  private static Launch withSteadyP99(Launch launch) {
    Map<Metric, Double> values = new EnumMap<>(launch.values());
    values.put(Metric.P99, 5 + 0.01 * launch.slot().position());
    return new Launch(launch.slot(), launch.status(), "", values, List.of());
  }

  /** Loses the lines of a quorum queue in the first blocks, with any number of threads or 64. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          one at a time | 2 | false | 6 | lower by
          one at a time | 3 | false | 5 | invalid: 3 of 8 runs lost lines
          two by two    | 2 | true  | 8 | lower by
          two by two    | 3 | true  | 8 | invalid: 3 of 8 runs with threads 64 lost lines
          two by two    | 8 | false | 0 | invalid: 16 of 16 runs lost lines
          """)
  void aLaunchThatLostLinesTakesItsPairWithItUpToAQuarterOfASetting(
      String name, int blocks, boolean corner, int left, String verdict) {
    Design design = name.equals("one at a time") ? ONE_BY_ONE : TWO_BY_TWO;
    Predicate<Design.Slot> setting = corner ? CORNER : slot -> has(slot, "quorum");
    List<Launch> launches =
        lose(simulate(design, 1, SLOW_QUORUM), setting.and(slot -> slot.block() < blocks));
    Comparison queue = factors(design, launches).get(1);

    assertThat(queue.verdict()).startsWith(verdict);
    assertThat(queue.of()).isEqualTo(ROUNDS);
    assertThat(queue.estimate().n()).isEqualTo(left);
    if (left > 0) {
      // a block is the mean of the pairs that it has
      assertThat(queue.estimate().ratio()).isCloseTo(0.5, within(0.02));
    }
  }

  @Test
  void launchesThatMiscountedWordsHaveNotLostLines() {
    List<Launch> launches =
        change(
            simulate(ONE_BY_ONE, 1, Map.of()),
            slot -> has(slot, "quorum"),
            each ->
                new Launch(
                    each.slot(), Launch.Status.LOST, "", Map.of(Metric.LOST, 0.0), List.of()));

    assertThat(factors(ONE_BY_ONE, launches).get(1).verdict())
        .isEqualTo("invalid: 8 of 8 runs miscounted");
  }

  @Test
  void aSettingWithoutTheMetricIsNoneThatIsMissing() {
    List<Launch> launches =
        change(
            simulate(TWO_BY_TWO, 1, SLOW_QUORUM),
            slot -> has(slot, "64"),
            each -> new Launch(each.slot(), Launch.Status.OK, "", Map.of(), List.of()));

    List<Comparison> found = factors(TWO_BY_TWO, launches);
    assertThat(found.get(0).verdict()).startsWith("no verdict");
    assertThat(found.get(1).verdict()).startsWith("lower by ");
  }

  @Test
  void whatWasNotLaunchedYetIsNotMissing() {
    List<Launch> all = simulate(GRID, 1, Map.of());
    for (int launched = 1; launched < GRID.cells().size(); launched++) {
      assertThat(factors(GRID, all.subList(0, launched)))
          .extracting(Comparison::verdict)
          .noneMatch(verdict -> verdict.startsWith("invalid"));
    }
    // the last round has begun: of the one before, a launch lost lines
    List<Launch> begun = simulate(TWO_BY_TWO, 1, SLOW_QUORUM).subList(0, 4 * 5 + 1);
    assertThat(
            factors(TWO_BY_TWO, lose(begun, CORNER.and(slot -> slot.block() == 3)))
                .get(1)
                .verdict())
        .startsWith("lower by ");
  }
}
