package pipeline.lab.experiment.run;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.result.Metric;
import pipeline.lab.process.CloseableStack;
import pipeline.testkit.proxy.Direction;
import pipeline.testkit.proxy.FaultProxy;
import pipeline.testkit.proxy.Flow;

/**
 * The links between the programs of a launch, delayed by proxies in this process. A link with a
 * delay of 0 has a proxy too, so that every cell pays for one; a link without a delay has none.
 * Used by one thread.
 */
final class Links implements Closeable {
  private static final Pattern DELAY = Pattern.compile("(\\d{1,3}(?:\\.\\d+)?)ms");
  private static final double NANOS_PER_MILLI = 1e6;

  /**
   * The longest delay: with a longer one, a consumer could be idle while messages are under way.
   */
  private static final double MOST_MILLIS = 200;

  private final Cell cell;
  private final CloseableStack resources = new CloseableStack();
  private final Map<Link, Map<Integer, FaultProxy>> proxies = new EnumMap<>(Link.class);

  /** A link that can be delayed, named for the program that opens the connection. */
  enum Link {
    /** The link from the client to a server, or to the balancer. */
    CLIENT(Setting.DELAY_CLIENT, Metric.ROUND_TRIP_CLIENT),
    /** The link from a server to the broker. */
    BROKER(Setting.DELAY_BROKER, Metric.ROUND_TRIP_BROKER),
    /** The link from a consumer to the broker. */
    CONSUMER(Setting.DELAY_CONSUMER, Metric.ROUND_TRIP_CONSUMER);

    private final Setting setting;
    private final Metric roundTrip;

    Link(Setting setting, Metric roundTrip) {
      this.setting = setting;
      this.roundTrip = roundTrip;
    }
  }

  Links(Cell cell) {
    this.cell = cell;
  }

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

  /** The port of the link's proxy to {@code target}, or {@code target} itself without a delay. */
  int port(Link link, int target) throws IOException {
    Optional<Flow> flow = flow(link.setting.of(cell));
    if (flow.isEmpty()) {
      return target;
    }
    Map<Integer, FaultProxy> its = proxies.computeIfAbsent(link, none -> new HashMap<>());
    if (!its.containsKey(target)) {
      FaultProxy proxy = FaultProxy.onLoopback(link.setting.spelled(), target);
      resources.add(proxy);
      for (Direction direction : Direction.values()) {
        proxy.set(direction, flow.get());
      }
      its.put(target, proxy);
    }
    return its.get(target).port();
  }

  /** Adds the measured round trip of each link: how long its proxies held data, both ways. */
  void enter(Map<Metric, Double> values) {
    proxies.forEach(
        (link, its) ->
            values.put(
                link.roundTrip,
                its.values().stream().mapToDouble(Links::roundTripNanos).average().orElse(0)
                    / NANOS_PER_MILLI));
  }

  private static double roundTripNanos(FaultProxy proxy) {
    return proxy.meanHeld(Direction.THERE).plus(proxy.meanHeld(Direction.BACK)).toNanos();
  }

  @Override
  public void close() throws IOException {
    resources.close();
  }
}
