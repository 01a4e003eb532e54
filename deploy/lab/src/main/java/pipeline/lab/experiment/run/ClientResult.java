package pipeline.lab.experiment.run;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import pipeline.lab.experiment.result.Metric;

/**
 * The figures that the load client reports after a launch: client.jar, in the {@code --json} file
 * of a run of one step, or another program. Immutable.
 *
 * @param successes requests that were answered
 * @param lines in these requests
 * @param latency in milliseconds, by {@code mean}, {@code p50} and so on
 * @param reads latency of the reads beside the load, as in {@code latency}; empty for none
 * @param perSecond successful requests in each second
 */
record ClientResult(
    long successes,
    long failures,
    long lines,
    double wallSeconds,
    double throughput,
    Map<String, Double> latency,
    Map<String, Double> reads,
    List<Double> perSecond) {

  static ClientResult read(Path json) throws IOException {
    Map<String, Double> step = new HashMap<>();
    Map<String, Double> latency = new HashMap<>();
    Map<String, Double> reads = new HashMap<>();
    List<Double> seconds = new ArrayList<>();
    try (JsonParser in = new JsonFactory().createParser(json.toFile())) {
      while (in.nextToken() != null) {
        if (in.currentToken().isNumeric()) {
          String path = in.getParsingContext().pathAsPointer().toString();
          double value = in.getDoubleValue();
          if (path.matches("/steps/0/\\w+")) {
            step.put(in.currentName(), value);
          } else if (path.matches("/steps/0/latency/\\w+")) {
            latency.put(in.currentName(), value);
          } else if (path.matches("/steps/0/gets/latency/\\w+")) {
            reads.put(in.currentName(), value);
          } else if (path.matches("/seconds/\\d+/successes")) {
            seconds.add(value);
          }
        }
      }
    }
    if (!step.containsKey("successes") || !step.containsKey("wallSeconds")) {
      throw new IOException(json + " has no step");
    }
    return new ClientResult(
        step.get("successes").longValue(),
        step.get("failures").longValue(),
        step.getOrDefault("lines", step.get("successes")).longValue(),
        step.get("wallSeconds"),
        step.get("throughput"),
        latency,
        reads,
        seconds);
  }

  /** Rate of the second half of the run over that of the first; NaN for less than four seconds. */
  double halves() {
    int half = perSecond.size() / 2;
    if (half < 2) {
      return Double.NaN;
    }
    // the last second is not a whole one
    double first = sum(perSecond.subList(0, half)) / half;
    List<Double> rest = perSecond.subList(half, perSecond.size() - 1);
    return rest.isEmpty() || first == 0 ? Double.NaN : sum(rest) / rest.size() / first;
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
    put(values, Metric.HALVES, halves());
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

  private static double sum(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).sum();
  }
}
