package pipeline.wire.workload;

import java.util.List;
import java.util.Locale;
import pipeline.wire.settings.Settings;

/**
 * The workloads of the pipeline, by the names that {@code --workload} and {@code WORKLOAD} take,
 * with the queues of each unless {@code QUEUE} says otherwise.
 */
public enum Workload {
  /** The words of lines of text, in one queue, {@code wordcount}. */
  WORDCOUNT,
  /** Lift rides, in one queue, {@code lift-rides}. */
  LIFT_RIDES,
  /** Swipes, each in two queues, {@code swipes.counts} and {@code swipes.matches}. */
  SWIPES;

  /**
   * Reads {@code WORKLOAD}, by default {@code wordcount}.
   *
   * @throws IllegalArgumentException that names the bad value
   */
  public static Workload from(Settings settings) {
    return settings.choice("WORKLOAD", Workload.class, WORDCOUNT);
  }

  /** The workload's name on command lines, such as {@code lift-rides}. */
  public String spelled() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The queues behind the exchange {@code name}: one queue of that name, or one for each consumer.
   */
  public List<String> queues(String name) {
    return this == SWIPES ? List.of(name + ".counts", name + ".matches") : List.of(name);
  }
}
