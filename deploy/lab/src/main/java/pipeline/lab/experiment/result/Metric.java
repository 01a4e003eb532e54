package pipeline.lab.experiment.result;

import java.util.Arrays;
import java.util.Optional;
import pipeline.rig.Component;

/** One number of a launch. */
public enum Metric {
  LINES_PER_SECOND("throughput", "lines/s until counted", Words.HIGH),
  REQUESTS_PER_SECOND("requests", "requests/s", Words.HIGH),
  MIN("min", "ms", Words.SHORT),
  MEAN("mean", "ms", Words.SHORT),
  P50("p50", "ms", Words.SHORT),
  P90("p90", "ms", Words.SHORT),
  P99("p99", "ms", Words.SHORT),
  MAX("max", "ms", Words.SHORT),
  READS_MIN("reads min", "ms", Words.SHORT),
  READS_MEAN("reads mean", "ms", Words.SHORT),
  READS_P50("reads p50", "ms", Words.SHORT),
  READS_P99("reads p99", "ms", Words.SHORT),
  READS_MAX("reads max", "ms", Words.SHORT),
  ANSWERED("wall", "s until the last answer", Words.SHORT),
  WALL("seconds", "s until counted", Words.SHORT),
  LONGEST_QUEUE("longest queue", "messages", Words.SHORT),
  WAITING_BEFORE("waiting before", "messages", Words.HIGH),
  WAITING_AFTER("waiting after", "messages", Words.HIGH),
  PUBLISHED("published", "messages/s", Words.HIGH),
  DELIVERED("delivered", "messages/s", Words.HIGH),
  ACKED("acked", "messages/s", Words.HIGH),
  LINES("lines", "", Words.HIGH),
  LOST("lost", "lines", Words.HIGH),
  DOUBLED("doubled", "lines", Words.HIGH),
  LOST_WORDS("words lost", "words", Words.HIGH),
  DOUBLED_WORDS("words doubled", "words", Words.HIGH),
  CPU_CLIENT("CPU client", "µs/line", Words.HIGH),
  CPU_BALANCER("CPU balancer", "µs/line", Words.HIGH),
  CPU_SERVER("CPU server", "µs/line", Words.HIGH),
  CPU_BROKER("CPU broker", "µs/line", Words.HIGH),
  CPU_CONSUMER("CPU consumer", "µs/line", Words.HIGH),
  CPU_REDIS("CPU redis", "µs/line", Words.HIGH),
  WAIT_CLIENT("wait client", "µs/line", Words.HIGH),
  WAIT_BALANCER("wait balancer", "µs/line", Words.HIGH),
  WAIT_SERVER("wait server", "µs/line", Words.HIGH),
  WAIT_BROKER("wait broker", "µs/line", Words.HIGH),
  WAIT_CONSUMER("wait consumer", "µs/line", Words.HIGH),
  WAIT_REDIS("wait redis", "µs/line", Words.HIGH),
  ROUND_TRIP_CLIENT("round trip client", "ms in proxies", Words.SHORT),
  ROUND_TRIP_BROKER("round trip broker", "ms in proxies", Words.SHORT),
  ROUND_TRIP_CONSUMER("round trip consumer", "ms in proxies", Words.SHORT),
  MEMORY_CLIENT("memory client", "MiB", Words.HIGH),
  MEMORY_SERVER("memory server", "MiB", Words.HIGH),
  MEMORY_CONSUMER("memory consumer", "MiB", Words.HIGH),
  MEMORY_REDIS("memory redis", "MiB", Words.HIGH),
  COMMANDS_REDIS("commands redis", "commands/s", Words.HIGH),
  BUSY("busy", "% of all CPUs", Words.HIGH),
  PRESSURE("pressure", "% of the time a thread waited for a CPU", Words.HIGH),
  STEAL("steal", "% of all CPUs", Words.HIGH),
  PROBE("CPU probe", "ms", Words.SHORT),
  HALVES("second half", "of the first half's rate", Words.HIGH);

  /** The words for a larger and for a smaller value. */
  private enum Words {
    HIGH("higher", "lower"),
    SHORT("longer", "shorter");

    private final String more;
    private final String less;

    Words(String more, String less) {
      this.more = more;
      this.less = less;
    }
  }

  /** The metric that the verdicts are about. */
  public static final Metric PRIMARY = LINES_PER_SECOND;

  private final String title;
  private final String unit;
  private final Words words;

  Metric(String title, String unit, Words words) {
    this.title = title;
    this.unit = unit;
    this.words = words;
  }

  /** The metric's name on pages and in files. */
  public String title() {
    return title;
  }

  public String unit() {
    return unit;
  }

  /** The word for a change, such as {@code higher} or {@code shorter}; {@code ratio} is not 1. */
  public String change(double ratio) {
    return ratio > 1 ? words.more : words.less;
  }

  /** The metric of that title; empty if there is none. */
  public static Optional<Metric> titled(String title) {
    return Arrays.stream(values()).filter(metric -> metric.title.equals(title)).findFirst();
  }

  /** The metric of a component's CPU time a line. */
  public static Metric cpu(Component component) {
    return valueOf("CPU_" + component.name());
  }

  /** The metric of the most memory that a component has had so far. */
  public static Metric memory(Component component) {
    return valueOf("MEMORY_" + component.name());
  }

  /** The metric of the time a line that a component waited for a CPU. */
  public static Metric waiting(Component component) {
    return valueOf("WAIT_" + component.name());
  }
}
