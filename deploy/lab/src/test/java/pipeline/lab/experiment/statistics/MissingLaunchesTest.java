package pipeline.lab.experiment.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.design.Schedule.Role;
import pipeline.lab.experiment.design.Schedule.Slot;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.Launch.Status;
import pipeline.lab.experiment.result.Metric;

/** Tests an analysis of launches that lost lines, failed or were not begun. */
class MissingLaunchesTest extends OnSimulatedLaunches {
  @Test
  void aLaunchThatLostALineDropsOutOfItsBlock() {
    List<Launch> launches =
        new ArrayList<>(simulate(ONE_BY_ONE, 1, Map.of("quorum", 0.5), launch -> 1));
    breakFirst(launches, "quorum", 1);
    Comparison comparison = new Analysis(ONE_BY_ONE, launches, 0.05).factors().get(1);

    assertThat(comparison.estimate().n()).isEqualTo(ROUNDS - 1);
    assertThat(comparison.of()).isEqualTo(ROUNDS);
    assertThat(comparison.verdict()).startsWith("lower by ");
  }

  @Test
  void launchesThatMiscountedWordsHaveNotLostLines() {
    List<Launch> launches =
        simulate(ONE_BY_ONE, 1, Map.of(), launch -> 1).stream()
            .map(
                launch ->
                    launch.slot().cell().levels().containsValue("quorum")
                        ? new Launch(
                            launch.slot(), Status.LOST, "", Map.of(Metric.LOST, 0.0), List.of())
                        : launch)
            .toList();

    assertThat(new Analysis(ONE_BY_ONE, launches, 0.05).factors().get(1).verdict())
        .isEqualTo("invalid: 8 of 8 runs miscounted");
  }

  @Test
  void tooManyLaunchesThatLostLinesMakeItInvalid() {
    List<Launch> launches =
        new ArrayList<>(simulate(ONE_BY_ONE, 1, Map.of("quorum", 0.5), launch -> 1));
    breakFirst(launches, "quorum", 3);
    List<Comparison> found = new Analysis(ONE_BY_ONE, launches, 0.05).factors();

    assertThat(found.get(1).verdict()).isEqualTo("invalid: 3 of 8 runs lost lines");
    assertThat(found.get(0).verdict()).startsWith("no difference");
  }

  @Test
  void aSettingThatAlwaysLosesLinesLeavesNoVerdictOfTheOthersAlone() {
    List<Launch> launches =
        without(slot -> true, simulate(TWO_BY_TWO, 1, Map.of("quorum", 0.5), slot -> 1));
    Analysis analysis = new Analysis(TWO_BY_TWO, launches, 0.05);

    assertThat(analysis.factors())
        .extracting(Comparison::verdict)
        .containsExactly(
            "invalid: 8 of 8 runs with queue quorum lost lines",
            "invalid: 8 of 8 runs with threads 64 lost lines");
  }

  @Test
  void aLevelThatAlwaysLosesLinesDoesSoWithAllSettings() {
    List<Launch> launches = new ArrayList<>(simulate(TWO_BY_TWO, 1, Map.of(), slot -> 1));
    breakFirst(launches, "quorum", launches.size());

    assertThat(new Analysis(TWO_BY_TWO, launches, 0.05).factors().get(1).verdict())
        .isEqualTo("invalid: 16 of 16 runs lost lines");
  }

  @Test
  void aSettingThatIsNeverWholeLeavesNoVerdictOfTheOtherFactors() {
    List<Launch> launches =
        new ArrayList<>(simulate(TWO_BY_TWO, 1, Map.of("64", 1.3, "quorum", 0.5), slot -> 1));
    breakFirst(launches, "quorum", launches.size());

    assertThat(new Analysis(TWO_BY_TWO, launches, 0.05).factors().get(0).verdict())
        .isEqualTo("invalid: 8 of 8 runs with queue quorum lost lines");
  }

  @Test
  void aSettingThatIsMissingInMoreThanAQuarterOfTheBlocksIsNotPassedOver() {
    List<Launch> all = simulate(TWO_BY_TWO, 1, Map.of("quorum", 0.5), slot -> 1);

    assertThat(queue(without(slot -> slot.block() < 2, all)).verdict()).startsWith("lower by ");
    assertThat(queue(without(slot -> slot.block() < 3, all)).verdict())
        .isEqualTo("invalid: 3 of 8 runs with threads 64 lost lines");
  }

  @Test
  void aSettingWithoutTheMetricIsNoneThatIsMissing() {
    List<Launch> launches =
        simulate(TWO_BY_TWO, 1, Map.of("quorum", 0.5), slot -> 1).stream()
            .map(
                launch ->
                    launch.slot().cell().level("threads").equals("64")
                        ? new Launch(launch.slot(), Status.OK, "", Map.of(), List.of())
                        : launch)
            .toList();

    assertThat(queue(launches).verdict()).startsWith("lower by ");
    assertThat(new Analysis(TWO_BY_TWO, launches, 0.05).factors().get(0).verdict())
        .startsWith("no verdict");
  }

  @Test
  void aBlockIsTheMeanOfThePairsThatItHas() {
    List<Launch> all = simulate(TWO_BY_TWO, 1, Map.of("quorum", 0.9), slot -> 1);
    Comparison found = queue(without(slot -> slot.block() < 2, all));

    assertThat(found.estimate().n()).isEqualTo(ROUNDS);
    assertThat(found.estimate().ratio()).isCloseTo(0.9, within(0.02));
  }

  @Test
  void tellsIdenticalSettingsApartNoMoreOftenWherePairsAreMissing() {
    int experiments = 4_000;
    int wrong = 0;
    for (int seed = 0; seed < experiments; seed++) {
      List<Launch> launches = simulate(TWO_BY_TWO, seed, Map.of(), slot -> 1);
      wrong += queue(without(slot -> slot.block() < 2, launches)).estimate().p() < 0.05 ? 1 : 0;
    }

    assertThat((double) wrong / experiments).isCloseTo(0.05, within(0.012));
  }

  @Test
  void whatWasNotLaunchedYetIsNotMissing() {
    // the last round has begun: of the one before, a launch lost lines
    List<Launch> launches =
        simulate(TWO_BY_TWO, 1, Map.of("quorum", 0.5), slot -> 1).subList(0, 4 * 5 + 1);
    Comparison found = queue(without(slot -> slot.block() == 3, launches));

    assertThat(found.verdict()).startsWith("lower by ");
  }

  @Test
  void aBaseThatLostALineIsMissedByAllCellsOfItsBlock() {
    List<Launch> launches =
        simulate(GRID, 1, Map.of(), slot -> 1).stream()
            .map(
                launch ->
                    launch.slot().block() < 2 && launch.slot().role() == Role.BASE
                        ? lost(launch)
                        : launch)
            .toList();

    assertThat(new Analysis(GRID, launches, 0.05).cells(Metric.PRIMARY))
        .hasSize(GRID.cells().size() - 1)
        .allMatch(cell -> cell.estimate().n() == ROUNDS - 2);
  }

  @Test
  void whatAnInterruptionLeftOutOfTheFirstRoundWasNotBroken() {
    List<Launch> all = simulate(GRID, 1, Map.of(), slot -> 1);

    for (int launched = 1; launched < GRID.cells().size(); launched++) {
      assertThat(new Analysis(GRID, all.subList(0, launched), 0.05).factors())
          .extracting(Comparison::verdict)
          .noneMatch(verdict -> verdict.startsWith("invalid"));
    }
  }

  /** The comparison of queues in the grid of two factors. */
  private static Comparison queue(List<Launch> launches) {
    return new Analysis(TWO_BY_TWO, launches, 0.05).factors().get(1);
  }

  private static boolean isQuorumWith64(Cell cell) {
    return cell.level("queue").equals("quorum") && cell.level("threads").equals("64");
  }

  /** The launches, of which some lost lines: quorum queues with 64 threads in some blocks. */
  private static List<Launch> without(Predicate<Slot> which, List<Launch> launches) {
    return launches.stream()
        .map(
            launch ->
                which.test(launch.slot()) && isQuorumWith64(launch.slot().cell())
                    ? lost(launch)
                    : launch)
        .toList();
  }

  private static void breakFirst(List<Launch> launches, String level, int number) {
    int broken = 0;
    for (int i = 0; i < launches.size() && broken < number; i++) {
      Launch launch = launches.get(i);
      if (launch.slot().cell().levels().containsValue(level)) {
        launches.set(i, lost(launch));
        broken++;
      }
    }
  }
}
