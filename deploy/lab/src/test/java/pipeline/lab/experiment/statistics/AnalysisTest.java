package pipeline.lab.experiment.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import pipeline.lab.experiment.design.Schedule.Role;
import pipeline.lab.experiment.design.Schedule.Slot;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.Metric;

/** Tests effects, error rates and the control on simulated experiments. */
class AnalysisTest extends OnSimulatedLaunches {
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
    ToDoubleFunction<Slot> drift = slot -> Math.pow(0.8, slot.block());
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
            simulate(GRID, 1, Map.of(), slot -> slot.role() == Role.CONTROL ? 1.3 : 1),
            slot -> true,
            AnalysisTest::withSteadyP99);
    Analysis analysis = new Analysis(GRID, launches, 0.05);

    assertThat(analysis.control().verdict()).startsWith("higher by ");
    assertThat(analysis.control(Metric.P99).verdict()).startsWith("no difference");
    assertThat(Stream.concat(analysis.factors().stream(), analysis.factors(Metric.P99).stream()))
        .extracting(Comparison::verdict)
        .containsOnly("invalid: the control differed");
  }

  @Test
  void anExperimentThatWasInterruptedIsAnalysedAsFarAsItWent() {
    List<Launch> launches = simulate(GRID, 1, Map.of("quorum", 0.5));
    Analysis analysis = new Analysis(GRID, launches.subList(0, launches.size() / 2 + 3), 0.05);

    assertThat(analysis.factors().get(1).estimate().ratio()).isCloseTo(0.5, within(0.03));
    assertThat(new Analysis(GRID, List.of(), 0.05).control().verdict())
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
}
