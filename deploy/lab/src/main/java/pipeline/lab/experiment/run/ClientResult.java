package pipeline.lab.experiment.run;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import pipeline.lab.experiment.result.Metric;

/**
 * The figures that the load client reports after a launch: client.jar, in the {@code --json} file
 * of a run of one step, or wrk. Immutable.
 *
 * @param successes requests that were answered
 * @param lines in these requests
 * @param latency in milliseconds, by {@code mean}, {@code p50} and so on
 * @param reads latency of the reads beside the load, as in {@code latency}; empty for none
 */
record ClientResult(
    long successes,
    long failures,
    long lines,
    double wallSeconds,
    double throughput,
    Map<String, Double> latency,
    Map<String, Double> reads) {
  private static final double MICROS_PER_SECOND = 1e6;
  private static final double MICROS_PER_MILLI = 1e3;

  /** What {@code lines.lua} prints of response times. */
  private static final List<String> LATENCIES = List.of("min", "mean", "p50", "p90", "p99", "max");

  /** The part of the client's document that is read. */
  record Document(List<Step> steps) {}

  /** A step of a run; {@code lines} and {@code gets} are null where they are left out. */
  record Step(
      long successes,
      long failures,
      Long lines,
      double wallSeconds,
      double throughput,
      Map<String, Object> latency,
      Gets gets) {}

  /** The reads beside a step. */
  record Gets(Map<String, Object> latency) {}

  /** Reads the document of client.jar. */
  static ClientResult read(Path json) throws IOException {
    Document document = JSON.std.beanFrom(Document.class, json.toFile());
    if (document.steps() == null || document.steps().isEmpty()) {
      throw new IOException(json + " has no step");
    }
    Step step = document.steps().get(0);
    return new ClientResult(
        step.successes(),
        step.failures(),
        step.lines() == null ? step.successes() : step.lines(),
        step.wallSeconds(),
        step.throughput(),
        numbers(step.latency()),
        step.gets() == null ? Map.of() : numbers(step.gets().latency()));
  }

  /** The figures of an object, without its histogram, which is a text. */
  private static Map<String, Double> numbers(Map<String, Object> latency) {
    Map<String, Double> numbers = new HashMap<>();
    if (latency != null) {
      latency.forEach(
          (name, value) -> {
            if (value instanceof Number number) {
              numbers.put(name, number.doubleValue());
            }
          });
    }
    return numbers;
  }

  /** Reads the line that {@code lines.lua} prints in wrk. */
  static ClientResult ofWrk(String output) throws IOException {
    long requests = (long) number(output, "RESULT requests=(\\d+)");
    long failed = (long) number(output, "RESULT .* failed=(\\d+)");
    long each = (long) number(output, "RESULT .* each=(\\d+)");
    double seconds = number(output, "RESULT .* micros=(\\d+)") / MICROS_PER_SECOND;
    Map<String, Double> latency = new HashMap<>();
    for (String name : LATENCIES) {
      latency.put(name, number(output, "RESULT .* " + name + "=(\\d+)") / MICROS_PER_MILLI);
    }
    long successes = requests - failed;
    return new ClientResult(
        successes, failed, successes * each, seconds, successes / seconds, latency, Map.of());
  }

  private static double number(String output, String pattern) throws IOException {
    Matcher matcher = Pattern.compile(pattern).matcher(output);
    if (!matcher.find()) {
      throw new IOException("no '" + pattern + "' in the output:\n" + output);
    }
    return Double.parseDouble(matcher.group(1));
  }

  /**
   * Adds the figures that include the time until all lines are counted.
   *
   * @param drained seconds from the last answer until then
   */
  void enterCounted(Map<Metric, Double> values, double drained) {
    double seconds = wallSeconds + drained;
    values.put(Metric.WALL, seconds);
    values.put(Metric.LINES_PER_SECOND, lines / seconds);
  }

  /** Adds the figures of the requests alone. */
  void enter(Map<Metric, Double> values) {
    values.put(Metric.LINES, (double) lines);
    put(values, Metric.ANSWERED, wallSeconds);
    put(values, Metric.REQUESTS_PER_SECOND, throughput);
    put(values, Metric.MIN, latency.get("min"));
    put(values, Metric.MEAN, latency.get("mean"));
    put(values, Metric.P50, latency.get("p50"));
    put(values, Metric.P90, latency.get("p90"));
    put(values, Metric.P99, latency.get("p99"));
    put(values, Metric.MAX, latency.get("max"));
    put(values, Metric.READS_MIN, reads.get("min"));
    put(values, Metric.READS_MEAN, reads.get("mean"));
    put(values, Metric.READS_P50, reads.get("p50"));
    put(values, Metric.READS_P99, reads.get("p99"));
    put(values, Metric.READS_MAX, reads.get("max"));
  }

  private static void put(Map<Metric, Double> values, Metric metric, Double value) {
    if (value != null && !value.isNaN()) {
      values.put(metric, value);
    }
  }
}
