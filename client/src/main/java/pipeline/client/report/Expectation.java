package pipeline.client.report;

import static pipeline.client.input.BadInputException.refuseIf;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import pipeline.client.input.BadInputException;
import pipeline.client.stats.LatencyStats;
import pipeline.client.stats.StepStats;

/**
 * A condition that must hold after every step, such as {@code p99<50ms}.
 *
 * @param text as typed
 * @param metric a number of a step, or a time, by name
 * @param limit in milliseconds for a time
 */
public record Expectation(String text, String metric, String comparison, double limit) {
  private static final String NAMES =
      "throughput, lines/s, errors, requests, lines, wall, mean, median, max, p50, p99.9, ...";
  private static final Map<String, ToDoubleFunction<StepStats>> NUMBERS =
      Map.of(
          "throughput", StepStats::throughput,
          "lines/s", StepStats::linesPerSecond,
          "errors", StepStats::failures,
          "requests", StepStats::requests,
          "lines", StepStats::lines);
  private static final Pattern TIME =
      Pattern.compile("wall|mean|median|max|p[0-9]{1,2}(?:\\.[0-9]{1,6})?");
  private static final Pattern FORM =
      Pattern.compile(
          "([a-z]+(?:/s|[0-9.]*))\\s*(<=|>=|<|>|=)\\s*([0-9]{1,15}(?:\\.[0-9]{1,9})?)\\s*([a-z]*)");
  private static final Map<String, Double> MILLIS = Map.of("us", 1e-3, "ms", 1.0, "s", 1e3);

  /**
   * Reads a list separated by commas.
   *
   * @throws BadInputException naming the part that makes no sense
   */
  public static List<Expectation> parseAll(String list) {
    return Stream.of(list.split(",", -1)).map(part -> parse(part.strip())).toList();
  }

  private static Expectation parse(String text) {
    Matcher parts = FORM.matcher(text);
    refuseIf(
        !parts.matches(),
        "--expect: '" + text + "' does not look like p99<50ms, errors=0 or throughput>3000");
    String metric = parts.group(1);
    boolean time = TIME.matcher(metric).matches();
    refuseIf(
        !time && !NUMBERS.containsKey(metric),
        "--expect: '" + metric + "' is not one of " + NAMES + " in '" + text + "'");
    String unit = parts.group(4);
    refuseIf(
        time && !MILLIS.containsKey(unit), "--expect: '" + text + "' needs a unit: us, ms or s");
    refuseIf(!time && !unit.isEmpty(), "--expect: '" + text + "' must be without a unit");
    double limit = Double.parseDouble(parts.group(3)) * (time ? MILLIS.get(unit) : 1);
    return new Expectation(text, metric, parts.group(2), limit);
  }

  /** Checks a step; a number that was not measured does not meet the expectation. */
  Check check(String step, StepStats stats) {
    OptionalDouble measured = measured(stats);
    return measured.isPresent()
        ? new Check(step, text, format(measured.getAsDouble()), holds(measured.getAsDouble()))
        : new Check(step, text, "nothing, as no request succeeded", false);
  }

  /** The metric's value; empty for a response time of a step without successes. */
  private OptionalDouble measured(StepStats stats) {
    if (NUMBERS.containsKey(metric)) {
      return OptionalDouble.of(NUMBERS.get(metric).applyAsDouble(stats));
    }
    LatencyStats successes = stats.successes();
    if (successes.count() == 0 && !metric.equals("wall")) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(
        switch (metric) {
          case "wall" -> stats.wallNanos() / 1e6;
          case "mean" -> successes.meanMillis();
          case "median" -> successes.percentileMillis(50);
          case "max" -> successes.maxMillis();
          default -> successes.percentileMillis(Double.parseDouble(metric.substring(1)));
        });
  }

  /** A value of this metric, for people. */
  private String format(double number) {
    if (!NUMBERS.containsKey(metric)) {
      return String.format(Locale.ROOT, "%.4f ms", number);
    }
    return String.format(Locale.ROOT, number == Math.rint(number) ? "%.0f" : "%.2f", number);
  }

  private boolean holds(double measured) {
    return switch (comparison) {
      case "<" -> measured < limit;
      case "<=" -> measured <= limit;
      case ">" -> measured > limit;
      case ">=" -> measured >= limit;
      default -> measured == limit;
    };
  }

  /** The outcome of an expectation for one step. */
  record Check(String step, String expected, String measured, boolean met) {
    @Override
    public String toString() {
      return step + ": expected " + expected + ", measured " + measured;
    }
  }
}
