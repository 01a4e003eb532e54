package pipeline.client.report;

import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import pipeline.client.stats.StepStats;

/**
 * A number of a step that can be expected to be something.
 *
 * @param time whether it is a time, in milliseconds
 * @param needsSuccesses whether it means nothing without a success
 */
record StepMetric(
    String name, boolean time, boolean needsSuccesses, ToDoubleFunction<StepStats> value) {
  static final String NAMES =
      "throughput, errors, requests, wall, mean, median, max, p50, p99.9, ...";

  private static final double NANOS_PER_MILLI = 1e6;

  /** The metric of that name; empty if there is none. */
  static Optional<StepMetric> named(String name) {
    return Optional.ofNullable(
        switch (name) {
          case "throughput" -> count(name, StepStats::throughput);
          case "errors" -> count(name, stats -> stats.failures().count());
          case "requests" -> count(name, StepStats::requests);
          case "wall" ->
              new StepMetric(name, true, false, stats -> stats.wallNanos() / NANOS_PER_MILLI);
          case "mean" -> latency(name, stats -> stats.successes().meanMillis());
          case "median" -> latency(name, stats -> stats.successes().percentileMillis(50));
          case "max" -> latency(name, stats -> stats.successes().maxMillis());
          default -> percentile(name);
        });
  }

  private static StepMetric count(String name, ToDoubleFunction<StepStats> value) {
    return new StepMetric(name, false, false, value);
  }

  private static StepMetric latency(String name, ToDoubleFunction<StepStats> value) {
    return new StepMetric(name, true, true, value);
  }

  private static StepMetric percentile(String name) {
    if (!name.matches("p[0-9]{1,2}(\\.[0-9]{1,6})?")) {
      return null;
    }
    double percent = Double.parseDouble(name.substring(1));
    return latency(name, stats -> stats.successes().percentileMillis(percent));
  }

  /** Its value in a step; empty where there were no successes that could have one. */
  Optional<Double> of(StepStats stats) {
    return needsSuccesses && stats.successes().count() == 0
        ? Optional.empty()
        : Optional.of(value.applyAsDouble(stats));
  }

  /** A value of this metric, for people. */
  String format(double number) {
    if (time) {
      return String.format(Locale.ROOT, "%.4f ms", number);
    }
    return number == Math.rint(number)
        ? String.format(Locale.ROOT, "%.0f", number)
        : String.format(Locale.ROOT, "%.2f", number);
  }
}
