package pipeline.lab.experiment.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.lab.experiment.design.Design;
import pipeline.lab.experiment.design.Schedule.Slot;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.Launch.Status;
import pipeline.lab.experiment.result.Metric;

/** Tests an analysis of launches that lost lines, failed or were not begun. */
class MissingLaunchesTest extends OnSimulatedLaunches {
  private static final Map<String, Double> SLOW_QUORUM = Map.of("quorum", 0.5);

  /** The launches of one setting of threads, with a quorum queue. */
  private static final Predicate<Slot> CORNER = slot -> has(slot, "quorum") && has(slot, "64");

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
    Predicate<Slot> setting = corner ? CORNER : slot -> has(slot, "quorum");
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
            each -> new Launch(each.slot(), Status.LOST, "", Map.of(Metric.LOST, 0.0), List.of()));

    assertThat(factors(ONE_BY_ONE, launches).get(1).verdict())
        .isEqualTo("invalid: 8 of 8 runs miscounted");
  }

  @Test
  void aSettingWithoutTheMetricIsNoneThatIsMissing() {
    List<Launch> launches =
        change(
            simulate(TWO_BY_TWO, 1, SLOW_QUORUM),
            slot -> has(slot, "64"),
            each -> new Launch(each.slot(), Status.OK, "", Map.of(), List.of()));

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
