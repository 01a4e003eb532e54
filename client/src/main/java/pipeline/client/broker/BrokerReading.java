package pipeline.client.broker;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a broker said at one moment. A gauge or counter that the source does not tell is absent,
 * never zero.
 *
 * @param alarms the resource alarms in effect; empty if the source does not tell
 * @param clusters what the nodes that were asked call their cluster; empty if they do not tell
 */
public record BrokerReading(
    Map<BrokerGauge, Long> gauges,
    Map<BrokerCounter, Count> counters,
    Optional<List<String>> alarms,
    Set<String> clusters) {

  public BrokerReading {
    gauges = Map.copyOf(gauges);
    counters = Map.copyOf(counters);
    alarms = alarms.map(List::copyOf);
    clusters = Set.copyOf(clusters);
  }

  /**
   * A counter's value.
   *
   * @param atMillis when the broker took it, on the broker's clock
   */
  public record Count(long value, long atMillis) {}
}
