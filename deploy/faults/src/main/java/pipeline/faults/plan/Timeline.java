package pipeline.faults.plan;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeoutException;
import pipeline.faults.system.PipelineUnderTest;
import pipeline.lab.system.Part;
import pipeline.testkit.process.StuckException;

/** Plays the steps of a plan, their beginnings and ends in the order of their times. */
public final class Timeline {

  /** The beginning or the end of a step. */
  private record Act(int atMillis, Step step, boolean heals) {}

  private final List<Act> acts = new ArrayList<>();

  public Timeline(List<TimedStep> steps) {
    for (TimedStep timed : steps) {
      acts.add(new Act(timed.atMillis(), timed.step(), false));
      acts.add(new Act(timed.healMillis(), timed.step(), true));
    }
    acts.sort(Comparator.comparingInt(Act::atMillis));
  }

  /**
   * Returns after the last healing.
   *
   * @return steps that were due after the load had ended
   */
  public List<String> play(PipelineUnderTest pipeline)
      throws IOException, InterruptedException, TimeoutException, StuckException {
    List<String> tooLate = new ArrayList<>();
    long start = System.nanoTime();
    for (Act act : acts) {
      sleepUntil(start + Duration.ofMillis(act.atMillis()).toNanos());
      if (act.heals()) {
        act.step().heal(pipeline);
      } else {
        if (pipeline.child(Part.CLIENT).isDone()) {
          tooLate.add("the load was over before " + act.step());
        }
        act.step().inject(pipeline);
      }
    }
    return tooLate;
  }

  private static void sleepUntil(long nanoTime) throws InterruptedException {
    Thread.sleep(Duration.ofNanos(Math.max(0, nanoTime - System.nanoTime())).toMillis());
  }
}
