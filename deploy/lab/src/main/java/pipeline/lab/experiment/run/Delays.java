package pipeline.lab.experiment.run;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.result.Metric;
import pipeline.rig.Link;
import pipeline.rig.Proxies;
import pipeline.testkit.proxy.Flow;

/** The delays of a cell's links, and the round trips that were measured on them. */
final class Delays {
  private static final Pattern DELAY = Pattern.compile("(\\d{1,3}(?:\\.\\d+)?)ms");
  private static final double NANOS_PER_MILLI = 1e6;

  /**
   * The longest delay: with a longer one, a consumer could be idle while messages are under way.
   */
  private static final double MOST_MILLIS = 200;

  private static final Map<Link, Setting> SETTINGS =
      Map.of(
          Link.HTTP, Setting.DELAY_CLIENT,
          Link.PUBLISH, Setting.DELAY_BROKER,
          Link.CONSUME, Setting.DELAY_CONSUMER);
  private static final Map<Link, Metric> ROUND_TRIPS =
      Map.of(
          Link.HTTP, Metric.ROUND_TRIP_CLIENT,
          Link.PUBLISH, Metric.ROUND_TRIP_BROKER,
          Link.CONSUME, Metric.ROUND_TRIP_CONSUMER);

  private Delays() {}

  /**
   * What a delay does to each direction, given as {@code 12ms}.
   *
   * @return empty if it is no delay
   */
  static Optional<Flow> flow(String delay) {
    Matcher parts = DELAY.matcher(delay);
    if (!parts.matches()) {
      return Optional.empty();
    }
    double millis = Double.parseDouble(parts.group(1));
    return millis > MOST_MILLIS
        ? Optional.empty()
        : Optional.of(
            Flow.delayed(Duration.ofNanos(Math.round(millis * NANOS_PER_MILLI)), Duration.ZERO));
  }

  /** The links of a cell that have a delay, which may be 0. */
  static Map<Link, Flow> of(Cell cell) {
    Map<Link, Flow> flows = new EnumMap<>(Link.class);
    SETTINGS.forEach(
        (link, setting) -> flow(setting.of(cell)).ifPresent(flow -> flows.put(link, flow)));
    return flows;
  }

  /** Adds the measured round trip of each link: how long its proxies held data, both ways. */
  static void enter(Proxies proxies, Map<Metric, Double> values) {
    ROUND_TRIPS.forEach(
        (link, metric) ->
            proxies.roundTripMillis(link).ifPresent(millis -> values.put(metric, millis)));
  }
}
