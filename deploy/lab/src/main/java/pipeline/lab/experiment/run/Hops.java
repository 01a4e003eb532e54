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
 * Puts the programs of a launch at a distance from each other, by proxies of this process. A hop
 * whose delay is 0 has its proxy too, so that its cost is in every cell; one that has no delay at
 * all has none. Used by one thread.
 */
final class Hops implements Closeable {
  private static final Pattern DELAY = Pattern.compile("(\\d{1,3}(?:\\.\\d+)?)ms");
  private static final double NANOS_PER_MILLI = 1e6;

  /** Beyond it, a consumer at rest could be one whose messages are still on their way. */
  private static final double MOST_MILLIS = 200;

  private final Cell cell;
  private final CloseableStack resources = new CloseableStack();
  private final Map<Hop, Map<Integer, FaultProxy>> proxies = new EnumMap<>(Hop.class);

  /** A connection that may be long, named for the end that opens it. */
  enum Hop {
    /** To a server, or to the balancer. */
    CLIENT(Setting.DELAY_CLIENT, Metric.ROUND_TRIP_CLIENT),
    /** From a server to the broker. */
    BROKER(Setting.DELAY_BROKER, Metric.ROUND_TRIP_BROKER),
    /** From a consumer to the broker. */
    CONSUMER(Setting.DELAY_CONSUMER, Metric.ROUND_TRIP_CONSUMER);

    private final Setting setting;
    private final Metric roundTrip;

    Hop(Setting setting, Metric roundTrip) {
      this.setting = setting;
      this.roundTrip = roundTrip;
    }
  }

  Hops(Cell cell) {
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

  /** The port of the loopback to connect to instead of this one. */
  int port(Hop hop, int target) throws IOException {
    Optional<Flow> flow = flow(hop.setting.of(cell));
    if (flow.isEmpty()) {
      return target;
    }
    Map<Integer, FaultProxy> its = proxies.computeIfAbsent(hop, none -> new HashMap<>());
    if (!its.containsKey(target)) {
      FaultProxy proxy = FaultProxy.onLoopback(hop.setting.spelled(), target);
      resources.add(proxy);
      for (Direction direction : Direction.values()) {
        proxy.set(direction, flow.get());
      }
      its.put(target, proxy);
    }
    return its.get(target).port();
  }

  /** How long a piece and its answer were held on the way, by the clock, so far. */
  void enter(Map<Metric, Double> values) {
    proxies.forEach(
        (hop, its) ->
            values.put(
                hop.roundTrip,
                its.values().stream().mapToDouble(Hops::roundTripNanos).average().orElse(0)
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
