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
  void aTimedStepIsNamedByItsRateAndTime() {
    assertThat(shape(1, new Stage(0.5, Duration.ofMillis(1_500))).steps(100))
        .extracting(StepPlan::label, StepPlan::requests, StepPlan::pauseAfter)
        .containsExactly(tuple("0.5/s for 1.5 s", StepPlan.UNLIMITED, false));
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
    List<Integer> threads = List.of(50, 100, 75);

    assertThat(new LoadShape(threads, leadIn, Stage.WHOLE_INPUT, 1, WARM_UP).mostThreads())
        .isEqualTo(140);
  }

  private static LoadShape shape(int repeat, Stage stage) {
    return new LoadShape(List.of(8), List.of(), stage, repeat, WARM_UP);
  }
}
