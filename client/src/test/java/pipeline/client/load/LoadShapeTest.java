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
    LoadShape shape = new LoadShape(List.of(8), List.of(), List.of(slow, fast), 1, WARM_UP);

    assertThat(shape.steps(100))
        .extracting(StepPlan::label, StepPlan::stage, StepPlan::requests, StepPlan::pauseAfter)
        .containsExactly(
            tuple("0.5/s for 10 s", slow, StepPlan.UNLIMITED, false),
            tuple("500/s for 1.5 s", fast, StepPlan.UNLIMITED, false));
  }

  @Test
  void aRateWithoutATimeSendsTheInputOnce() {
    Stage stage = new Stage(100, Stage.ENDLESS);
    StepPlan plan =
        new LoadShape(List.of(8), List.of(), List.of(stage), 1, WARM_UP).steps(100).get(0);

    assertThat(plan.requests()).isEqualTo(100);
    assertThat(plan.expectedRequests()).isEqualTo(100);
    assertThat(plan.label()).isEqualTo("100/s");
  }

  @Test
  void aRateThatSendsForLongerThanARunMayTakeIsSentInParts() {
    LoadShape shape =
        new LoadShape(List.of(8), List.of(), List.of(new Stage(0.5, Stage.ENDLESS)), 100, WARM_UP);

    assertThat(shape.steps(10, Duration.ofMinutes(15)))
        .extracting(StepPlan::requests, StepPlan::warmUp)
        .containsExactly(
            tuple(450L, WARM_UP), tuple(450L, Duration.ZERO), tuple(100L, Duration.ZERO));
    assertThat(shape.steps(10, Duration.ofSeconds(2_000)))
        .extracting(StepPlan::requests)
        .containsExactly(1_000L);
  }

  @Test
  void mostThreadsSendWhenAPhaseBeginsBeforeTheOneBeforeHasEnded() {
    LoadShape shape =
        new LoadShape(
            List.of(50, 100, 75),
            List.of(new StepPlan.Phase(32, 1_000), new StepPlan.Phase(8, 10)),
            List.of(Stage.WHOLE_INPUT),
            1,
            Duration.ZERO);

    assertThat(shape.mostThreads()).isEqualTo(140);
  }
}
