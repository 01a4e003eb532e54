package pipeline.client.load;

import java.time.Duration;

/**
 * A part of a run with one rate.
 *
 * @param rate requests a second in the open model; 0 in the closed one
 * @param duration {@link StepPlan#ENDLESS} if only the input ends it
 */
public record Stage(double rate, Duration duration) {
  /** As fast as the answers come, until the input ends. */
  static final Stage WHOLE_INPUT = new Stage(0, StepPlan.ENDLESS);

  boolean isTimed() {
    return !duration.equals(StepPlan.ENDLESS);
  }
}
