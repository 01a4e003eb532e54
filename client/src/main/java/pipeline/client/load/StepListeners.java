package pipeline.client.load;

import java.util.List;

/** Tells several listeners in turn, on the caller's thread. */
public record StepListeners(List<StepListener> all) implements StepListener {
  @Override
  public void stepStarted(StepPlan plan, long startNanos) {
    all.forEach(listener -> listener.stepStarted(plan, startNanos));
  }

  @Override
  public void ended(Result result) {
    all.forEach(listener -> listener.ended(result));
  }

  @Override
  public void readEnded(Result result) {
    all.forEach(listener -> listener.readEnded(result));
  }

  @Override
  public void stepEnded(StepResult result) {
    all.forEach(listener -> listener.stepEnded(result));
  }
}
