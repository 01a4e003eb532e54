package pipeline.wire.workload;

import java.util.List;
import java.util.Locale;
import pipeline.wire.settings.Settings;

/**
 * What the pipeline can carry, by the names that {@code --workload} and {@code WORKLOAD} take, and
 * where each one's messages go unless {@code QUEUE} says otherwise.
 */
public enum Workload {
  /** One queue, {@code wordcount}. */
  WORDCOUNT,
  /** One queue, {@code lift-rides}. */
  LIFT_RIDES,
  /** Every swipe to two queues, {@code swipes.counts} and {@code swipes.matches}. */
  SWIPES;

  /**
   * Reads {@code WORKLOAD}, by default {@code wordcount}.
   *
   * @throws IllegalArgumentException that names the bad value
   */
  public static Workload from(Settings settings) {
    return settings.choice("WORKLOAD", Workload.class, WORDCOUNT);
  }

  /** As it is spelled on command lines, such as {@code lift-rides}. */
  public String spelled() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The queues behind the exchange {@code name}: of that name, or one for each consumer. */
  public List<String> queues(String name) {
    return this == SWIPES ? List.of(name + ".counts", name + ".matches") : List.of(name);
  }
}
