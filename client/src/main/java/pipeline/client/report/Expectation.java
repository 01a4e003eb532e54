package pipeline.client.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import pipeline.client.input.BadInputException;
import pipeline.client.stats.StepStats;

/**
 * One thing that must hold after every step, such as {@code p99<50ms}.
 *
 * @param text as typed
 * @param limit in milliseconds for a time
 */
public record Expectation(String text, StepMetric metric, String comparison, double limit) {
  private static final Pattern FORM =
      Pattern.compile(
          "([a-z]+[0-9.]*)\\s*(<=|>=|<|>|=)\\s*([0-9]{1,15}(?:\\.[0-9]{1,9})?)\\s*([a-z]*)");
  private static final Map<String, Double> MILLIS = Map.of("us", 1e-3, "ms", 1.0, "s", 1e3);

  /**
   * Reads a list separated by commas.
   *
   * @throws BadInputException naming the part that makes no sense
   */
  public static List<Expectation> parseAll(String list) throws BadInputException {
    List<Expectation> expectations = new ArrayList<>();
    for (String part : list.split(",", -1)) {
      expectations.add(parse(part.strip()));
    }
    return expectations;
  }

  private static Expectation parse(String text) throws BadInputException {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      throw new BadInputException(
          "--expect: '" + text + "' does not look like p99<50ms, errors=0 or throughput>3000");
    }
    String name = parts.group(1);
    Optional<StepMetric> metric = StepMetric.named(name);
    if (metric.isEmpty()) {
      throw new BadInputException(
          "--expect: '" + name + "' is not one of " + StepMetric.NAMES + " in '" + text + "'");
    }
    double limit = Double.parseDouble(parts.group(3)) * scale(metric.get(), parts.group(4), text);
    return new Expectation(text, metric.get(), parts.group(2), limit);
  }

  private static double scale(StepMetric metric, String unit, String text)
      throws BadInputException {
    if (metric.time() && MILLIS.containsKey(unit)) {
      return MILLIS.get(unit);
    }
    if (!metric.time() && unit.isEmpty()) {
      return 1;
    }
    throw new BadInputException(
        metric.time()
            ? "--expect: '" + text + "' needs a unit: us, ms or s"
            : "--expect: '" + text + "' must be without a unit");
  }

  /** A step's number must be there to be as expected. */
  Verdict judge(String step, StepStats stats) {
    Optional<Double> measured = metric.of(stats);
    return new Verdict(
        step,
        text,
        measured.map(metric::format).orElse("nothing, as no request succeeded"),
        measured.isPresent() && holds(measured.get()));
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

  /** How one step did. */
  record Verdict(String step, String expected, String measured, boolean met) {
    @Override
    public String toString() {
      return step + ": expected " + expected + ", measured " + measured;
    }
  }
}
