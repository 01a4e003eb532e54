package pipeline.peers;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a load generator says it did, read from its output; the milliseconds are 0 where it does not
 * say them.
 *
 * @param rate lines answered a second
 * @param lines answered in all; a request carries one, or several
 * @param failed requests whose answers were not 2xx or 3xx, or did not come
 */
record LoadResult(double rate, long lines, long failed, double p50Millis, double p99Millis) {
  private static final double MICROS_PER_SECOND = 1e6;
  private static final double MICROS_PER_MILLI = 1e3;

  /** The line that lua/lines.lua prints. */
  static LoadResult ofWrk(String output) {
    double requests = number(output, "RESULT requests=(\\d+)");
    double failed = number(output, "RESULT .* failed=(\\d+)");
    double lines = (requests - failed) * number(output, "RESULT .* each=(\\d+)");
    double seconds = number(output, "RESULT .* micros=(\\d+)") / MICROS_PER_SECOND;
    return new LoadResult(
        lines / seconds,
        (long) lines,
        (long) failed,
        number(output, "RESULT .* p50=(\\d+)") / MICROS_PER_MILLI,
        number(output, "RESULT .* p99=(\\d+)") / MICROS_PER_MILLI);
  }

  /**
   * What PerfTest published, confirmed.
   *
   * @param linesPerMessage what a message of that size would carry
   */
  static LoadResult ofPerfTest(String output, int linesPerMessage, int seconds) {
    double rate = number(output, "sending rate avg: (\\d+) msg/s") * linesPerMessage;
    return new LoadResult(rate, (long) (rate * seconds), 0, 0, 0);
  }

  static LoadResult ofHey(String output) {
    long lines = (long) number(output, "\\[200]\\s+(\\d+) responses");
    long failed = sum(output, "\\[(?!200])\\d{3}]\\s+(\\d+) responses");
    int errors = output.indexOf("Error distribution:");
    long broken = errors < 0 ? 0 : sum(output.substring(errors), "\\[(\\d+)]\\s");
    double seconds = number(output, "Total:\\s+([0-9.]+) secs");
    return new LoadResult(lines / seconds, lines, failed + broken, 0, 0);
  }

  static LoadResult ofAb(String output) {
    return new LoadResult(
        number(output, "Requests per second:\\s+([0-9.]+)"),
        (long) number(output, "Complete requests:\\s+(\\d+)"),
        (long) number(output, "Failed requests:\\s+(\\d+)"),
        0,
        0);
  }

  /** The statistics block of our own client; its lines with those of the warm-up. */
  static LoadResult ofClient(String output) {
    boolean timed = output.contains("Lines sent: ");
    return new LoadResult(
        number(output, "Throughput: ([0-9.]+)"),
        (long) number(output, timed ? "Lines sent: (\\d+)" : "successful requests: (\\d+)"),
        (long) number(output, "unsuccessful requests: (\\d+)"),
        number(output, "Median response time : ([0-9.]+)"),
        number(output, "99th Percentile response time : ([0-9.]+)"));
  }

  /** Lines a second if the work on them went on for so long after the last answer. */
  double rateWith(double moreSeconds) {
    return lines == 0 ? 0 : lines / (lines / rate + Math.max(0, moreSeconds));
  }

  private static long sum(String output, String pattern) {
    return Pattern.compile(pattern)
        .matcher(output)
        .results()
        .mapToLong(found -> Long.parseLong(found.group(1)))
        .sum();
  }

  private static double number(String output, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(output);
    if (!matcher.find()) {
      throw new IllegalArgumentException("no '" + pattern + "' in the output:\n" + output);
    }
    return Double.parseDouble(matcher.group(1));
  }
}
