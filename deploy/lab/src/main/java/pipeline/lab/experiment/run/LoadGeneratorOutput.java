package pipeline.lab.experiment.run;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what load generators did from their output. */
final class LoadGeneratorOutput {
  private static final double MICROS_PER_SECOND = 1e6;
  private static final double MICROS_PER_MILLI = 1e3;

  /** What {@code lines.lua} prints of response times. */
  private static final List<String> LATENCIES = List.of("min", "mean", "p50", "p90", "p99", "max");

  private LoadGeneratorOutput() {}

  /** Reads the line that {@code lines.lua} prints. */
  static ClientResult ofWrk(String output) throws IOException {
    long requests = (long) number(output, "RESULT requests=(\\d+)");
    long failed = (long) number(output, "RESULT .* failed=(\\d+)");
    long each = (long) number(output, "RESULT .* each=(\\d+)");
    double seconds = number(output, "RESULT .* micros=(\\d+)") / MICROS_PER_SECOND;
    Map<String, Double> latency = new HashMap<>();
    for (String name : LATENCIES) {
      latency.put(name, number(output, "RESULT .* " + name + "=(\\d+)") / MICROS_PER_MILLI);
    }
    return result(requests - failed, failed, each, seconds, latency);
  }

  /** Reads hey's summary, which has only a coarse histogram of response times. */
  static ClientResult ofHey(String output) throws IOException {
    long successes = sum(output, "\\[200]\\s+(\\d+) responses");
    long others = sum(output, "\\[(?!200])\\d{3}]\\s+(\\d+) responses");
    int errors = output.indexOf("Error distribution:");
    long broken = errors < 0 ? 0 : sum(output.substring(errors), "\\[(\\d+)]\\s");
    double seconds = number(output, "Total:\\s+([0-9.]+) secs");
    return result(successes, others + broken, 1, seconds, Map.of());
  }

  private static ClientResult result(
      long successes, long failed, long each, double seconds, Map<String, Double> latency) {
    return new ClientResult(
        successes,
        failed,
        successes * each,
        seconds,
        successes / seconds,
        latency,
        Map.of(),
        List.of());
  }

  private static long sum(String output, String pattern) {
    return Pattern.compile(pattern)
        .matcher(output)
        .results()
        .mapToLong(found -> Long.parseLong(found.group(1)))
        .sum();
  }

  private static double number(String output, String pattern) throws IOException {
    Matcher matcher = Pattern.compile(pattern).matcher(output);
    if (!matcher.find()) {
      throw new IOException("no '" + pattern + "' in the output:\n" + output);
    }
    return Double.parseDouble(matcher.group(1));
  }
}
