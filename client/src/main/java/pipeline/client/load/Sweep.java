package pipeline.client.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import pipeline.client.http.StopSignal;

/** Carries out the steps of a run, one after the other, with a pause where a plan asks for one. */
public final class Sweep {
  private final LoadStep load;
  private final CoolDown coolDown;
  private final StepListener listener;
  private final StopSignal stop;

  /**
   * @param listener told when a step and its pause are over
   */
  public Sweep(LoadStep load, CoolDown coolDown, StepListener listener, StopSignal stop) {
    this.load = load;
    this.coolDown = coolDown;
    this.listener = listener;
    this.stop = stop;
  }

  /**
   * Runs the steps, until a stop; too many threads for the machine stop the run.
   *
   * @return what came out of those that were begun
   */
  public List<StepResult> run(List<StepPlan> plans) throws InterruptedException {
    List<StepResult> results = new ArrayList<>();
    try {
      for (StepPlan plan : plans) {
        StepResult result = load.run(plan);
        boolean last = results.size() == plans.size() - 1;
        if (plan.pauseAfter() && (!last || coolDown.seesQueue())) {
          result = result.drainedAfter(coolDown.await());
        }
        listener.stepEnded(result);
        results.add(result);
        if (stop.isRequested()) {
          break;
        }
      }
    } catch (RejectedExecutionException e) {
      stop.request(e.getMessage());
    }
    return results;
  }
}
