package pipeline.lab.experiment.analysis;

import java.util.Locale;
import pipeline.rig.Component;

/** One number of a launch. */
public enum Metric {
  LINES_PER_SECOND("throughput", "lines/s until counted"),
  REQUESTS_PER_SECOND("requests", "requests/s"),
  MIN("min", "ms"),
  MEAN("mean", "ms"),
  P50("p50", "ms"),
  P90("p90", "ms"),
  P99("p99", "ms"),
  MAX("max", "ms"),
  READS_MIN("reads min", "ms"),
  READS_MEAN("reads mean", "ms"),
  READS_P50("reads p50", "ms"),
  READS_P99("reads p99", "ms"),
  READS_MAX("reads max", "ms"),
  ANSWERED("wall", "s until the last answer"),
  WALL("seconds", "s until counted"),
  LONGEST_QUEUE("longest queue", "messages"),
  WAITING_BEFORE("waiting before", "messages"),
  WAITING_AFTER("waiting after", "messages"),
  LINES("lines", ""),
  LINES_A_MESSAGE("lines a message", "lines/message"),
  LOST("lost", "lines"),
  DOUBLED("doubled", "lines"),
  LOST_WORDS("words lost", "words"),
  DOUBLED_WORDS("words doubled", "words"),
  CPU_CLIENT("CPU client", "µs/line"),
  CPU_BALANCER("CPU balancer", "µs/line"),
  CPU_SERVER("CPU server", "µs/line"),
  CPU_BROKER("CPU broker", "µs/line"),
  CPU_CONSUMER("CPU consumer", "µs/line"),
  CPU_REDIS("CPU redis", "µs/line"),
  MEMORY_SERVER("memory server", "MiB"),
  MEMORY_CONSUMER("memory consumer", "MiB"),
  BUSY("busy", "% of all CPUs"),
  PRESSURE("pressure", "% of the time a thread waited for a CPU");

  /** The metric that the verdicts are about. */
  public static final Metric PRIMARY = LINES_PER_SECOND;

  private final String title;
  private final String unit;

  Metric(String title, String unit) {
    this.title = title;
    this.unit = unit;
  }

  /** The metric's name on pages and in files. */
  public String title() {
    return title;
  }

  @Override
  public String toString() {
    return title;
  }

  public String unit() {
    return unit;
  }

  /** The head of the metric's column in a table for people. */
  public String column() {
    return switch (this) {
      case LINES_PER_SECOND -> "lines/s";
      case REQUESTS_PER_SECOND, ANSWERED, WALL -> unit;
      case LOST, LONGEST_QUEUE, WAITING_BEFORE, WAITING_AFTER, LINES_A_MESSAGE -> title;
      default -> title + ", " + unit.replace("/line", " a line");
    };
  }

  /** A value in a table for people, in as many digits as a reader compares. */
  public String text(double value) {
    boolean isTime = unit.equals("ms");
    String pattern =
        isTime && value < 10
            ? "%.2f"
            : (isTime && value < 100) || unit.matches("s .*|µs/line|lines/message")
                ? "%,.1f"
                : "%,.0f";
    return String.format(Locale.ROOT, pattern, value);
  }

  /** Whether the worst of all launches is shown, and not the median. */
  public boolean isOfTheWorst() {
    return switch (this) {
      case LONGEST_QUEUE, LOST, DOUBLED, LOST_WORDS, DOUBLED_WORDS -> true;
      default -> false;
    };
  }

  /** The word for a change, such as {@code higher} or {@code shorter}; {@code ratio} is not 1. */
  public String change(double ratio) {
    if (unit.equals("ms")) {
      return ratio > 1 ? "longer" : "shorter";
    }
    return ratio > 1 ? "higher" : "lower";
  }

  /** The metric of a component's CPU time a line. */
  public static Metric cpu(Component component) {
    return valueOf("CPU_" + component.name());
  }

  /** The metric of the most memory that a component has had so far. */
  public static Metric memory(Component component) {
    return valueOf("MEMORY_" + component.name());
  }
}
