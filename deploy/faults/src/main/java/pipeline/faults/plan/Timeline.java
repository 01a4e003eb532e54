package pipeline.faults.plan;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import pipeline.faults.system.PipelineUnderTest;
import pipeline.rig.Component;

/** Plays the actions of a plan, their beginnings and ends in the order of their times. */
public final class Timeline {

  /** The beginning or the end of an action. */
  private record Event(int atMillis, FaultAction action, boolean heals) {}

  private final List<Event> events = new ArrayList<>();

  public Timeline(List<TimedAction> actions) {
    for (TimedAction timed : actions) {
      events.add(new Event(timed.atMillis(), timed.action(), false));
      events.add(new Event(timed.healMillis(), timed.action(), true));
    }
    events.sort(Comparator.comparingInt(Event::atMillis));
  }

  /**
   * Carries out the plan, and returns after the last healing.
   *
   * @return actions that were due after the load had ended
   */
  public List<String> play(PipelineUnderTest pipeline) throws IOException, InterruptedException {
    List<String> tooLate = new ArrayList<>();
    long start = System.nanoTime();
    for (Event event : events) {
      sleepUntil(start + Duration.ofMillis(event.atMillis()).toNanos());
      if (event.heals()) {
        event.action().heal(pipeline);
      } else {
        if (pipeline.child(Component.CLIENT).isDone()) {
          tooLate.add("the load was over before " + event.action());
        }
        event.action().inject(pipeline);
      }
    }
    return tooLate;
  }

  private static void sleepUntil(long nanoTime) throws InterruptedException {
    Thread.sleep(Duration.ofNanos(Math.max(0, nanoTime - System.nanoTime())).toMillis());
  }
}
