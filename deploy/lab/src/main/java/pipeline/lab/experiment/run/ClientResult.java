package pipeline.lab.experiment.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import pipeline.client.input.JsonTree;
import pipeline.lab.experiment.analysis.Metric;

/**
 * The figures that the load client reports after a launch: client.jar, in the {@code --json} file
 * of a run of one step, or wrk. Immutable.
 *
 * @param successes requests that were answered
 * @param lines in these requests
 * @param figures of the requests alone, without the time until their lines are counted
 */
record ClientResult(long successes, long failures, long lines, Map<Metric, Double> figures) {
  private static final double MICROS_PER_SECOND = 1e6;
  private static final double MICROS_PER_MILLI = 1e3;
  private static final List<Metric> LATENCIES =
      List.of(Metric.MIN, Metric.MEAN, Metric.P50, Metric.P90, Metric.P99, Metric.MAX);
  private static final List<Metric> READS =
      List.of(
          Metric.READS_MIN,
          Metric.READS_MEAN,
          Metric.READS_P50,
          Metric.READS_P99,
          Metric.READS_MAX);

  /** Reads the document of client.jar; what a step does not have is left out. */
  static ClientResult read(Path json) throws IOException {
    JsonTree step = JsonTree.parse(Files.readAllBytes(json)).at("steps").elements().get(0);
    Map<Metric, Double> figures = new EnumMap<>(Metric.class);
    enter(figures, Metric.ANSWERED, step.at("wallSeconds"));
    enter(figures, Metric.REQUESTS_PER_SECOND, step.at("throughput"));
    JsonTree latency = step.at("latency");
    LATENCIES.forEach(each -> enter(figures, each, latency.at(each.title())));
    JsonTree reads = step.at("gets", "latency");
    READS.forEach(each -> enter(figures, each, reads.at(each.title().substring(6))));
    long successes = step.at("successes").whole().orElse(0);
    long lines = step.at("lines").whole().orElse(successes);
    return new ClientResult(successes, step.at("failures").whole().orElse(0), lines, figures);
  }

  private static void enter(Map<Metric, Double> figures, Metric metric, JsonTree value) {
    value.number().ifPresent(number -> figures.put(metric, number));
  }

  /**
   * Reads the line that {@code lines.lua} prints in wrk.
   *
   * @throws IOException there is none, or some requests failed
   */
  static ClientResult ofWrk(String output) throws IOException {
    long failed = (long) number(output, "failed");
    long successes = (long) number(output, "requests") - failed;
    if (successes == 0 || failed > 0) {
      throw new IOException("wrk: %s requests answered, %s failed".formatted(successes, failed));
    }
    Map<Metric, Double> figures = new EnumMap<>(Metric.class);
    double seconds = number(output, "micros") / MICROS_PER_SECOND;
    figures.put(Metric.ANSWERED, seconds);
    figures.put(Metric.REQUESTS_PER_SECOND, successes / seconds);
    for (Metric each : LATENCIES) {
      figures.put(each, number(output, each.title()) / MICROS_PER_MILLI);
    }
    return new ClientResult(successes, 0, successes * (long) number(output, "each"), figures);
  }

  private static double number(String output, String name) throws IOException {
    Matcher matcher = Pattern.compile("RESULT .*\\b" + name + "=(\\d+)").matcher(output);
    if (!matcher.find()) {
      throw new IOException("no '" + name + "' in the output:\n" + output);
    }
    return Double.parseDouble(matcher.group(1));
  }
}
