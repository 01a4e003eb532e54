package pipeline.wire.workload;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import pipeline.wire.settings.Settings;

/**
 * The workloads of the pipeline, by the names that {@code --workload} and {@code WORKLOAD} take.
 * Each has a queue for every {@link Counter} of it, unless {@code QUEUE} says otherwise.
 */
public enum Workload {
  /** The words of lines of text. */
  WORDCOUNT(0),
  /** Lift rides, generated from a seed. */
  LIFT_RIDES(200_000),
  /** Swipes, generated from a seed. */
  SWIPES(500_000);

  private final long size;

  Workload(long size) {
    this.size = size;
  }

  /**
   * What a consumer counts of a workload, by the name that its {@code --workload} takes. Each
   * counter has a queue of its own with all messages of the workload.
   */
  public enum Counter {
    WORDCOUNT(Workload.WORDCOUNT, ""),
    LIFT_RIDES(Workload.LIFT_RIDES, ""),
    SWIPE_COUNTS(Workload.SWIPES, ".counts"),
    SWIPE_MATCHES(Workload.SWIPES, ".matches");

    private final Workload workload;
    private final String suffix;

    Counter(Workload workload, String suffix) {
      this.workload = workload;
      this.suffix = suffix;
    }

    /** The workload of which something is counted. */
    public Workload workload() {
      return workload;
    }

    /** The counter's name on command lines, such as {@code swipe-counts}. */
    public String spelled() {
      return Settings.spelled(this);
    }

    /** The counter's queue behind the exchange {@code name}. */
    public String queue(String name) {
      return name + suffix;
    }

    /** The queue's name unless {@code QUEUE} says otherwise. */
    public String queue() {
      return queue(workload.spelled());
    }
  }

  /**
   * Reads {@code WORKLOAD}, by default {@code wordcount}.
   *
   * @throws IllegalArgumentException that names the bad value
   */
  public static Workload from(Settings settings) {
    return settings.choice("WORKLOAD", Workload.class, WORDCOUNT);
  }

  /** The workload of that name; empty if there is none. */
  public static Optional<Workload> named(String name) {
    return Settings.constant(Workload.class, name);
  }

  /** The workload's name on command lines, such as {@code lift-rides}. */
  public String spelled() {
    return Settings.spelled(this);
  }

  /** Whether the requests are generated; otherwise they are the lines of a file. */
  public boolean isGenerated() {
    return size > 0;
  }

  /** The usual number of generated requests; 0 if there are none. */
  public long size() {
    return size;
  }

  /** What consumers count of the workload, in the order of its queues. */
  public List<Counter> counters() {
    return Arrays.stream(Counter.values()).filter(each -> each.workload == this).toList();
  }
}
