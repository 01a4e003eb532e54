package pipeline.client.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The steps that a load is made of. */
class LoadShapeTest {
  private static final Duration WARM_UP = Duration.ofSeconds(1);

  @Test
  void stagesFollowEachOtherWithoutAPause() {
    Stage slow = new Stage(0.5, Duration.ofSeconds(10));
    Stage fast = new Stage(500, Duration.ofMillis(1_500));

    assertThat(shape(1, slow, fast).steps(100))
        .extracting(StepPlan::label, StepPlan::stage, StepPlan::requests, StepPlan::pauseAfter)
        .containsExactly(
            tuple("0.5/s for 10 s", slow, StepPlan.UNLIMITED, false),
            tuple("500/s for 1.5 s", fast, StepPlan.UNLIMITED, false));
  }

  @Test
  void aRateWithoutATimeSendsTheInputOnceInPartsNoLongerThanARunMayTake() {
    LoadShape shape = shape(100, new Stage(0.5, Stage.ENDLESS));

    assertThat(shape.steps(10, Duration.ofMinutes(15)))
        .extracting(StepPlan::label, StepPlan::requests, StepPlan::warmUp)
        .containsExactly(
            tuple("0.5/s", 450L, WARM_UP),
            tuple("0.5/s", 450L, Duration.ZERO),
            tuple("0.5/s", 100L, Duration.ZERO));
    assertThat(shape.steps(10, Duration.ofSeconds(2_000)))
        .extracting(StepPlan::requests, StepPlan::expectedRequests)
        .containsExactly(tuple(1_000L, 1_000L));
  }

  @Test
  void mostThreadsSendWhenAPhaseBeginsBeforeTheOneBeforeHasEnded() {
    List<StepPlan.Phase> leadIn = List.of(new StepPlan.Phase(32, 1_000), new StepPlan.Phase(8, 10));
    List<Stage> stages = List.of(Stage.WHOLE_INPUT);

    assertThat(new LoadShape(List.of(50, 100, 75), leadIn, stages, 1, WARM_UP).mostThreads())
        .isEqualTo(140);
  }

  private static LoadShape shape(int repeat, Stage... stages) {
    return new LoadShape(List.of(8), List.of(), List.of(stages), repeat, WARM_UP);
  }
}
