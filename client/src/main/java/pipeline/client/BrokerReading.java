package pipeline.client;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a broker said at one moment. A gauge or counter that the source does not tell is absent,
 * never zero.
 *
 * @param alarms the resource alarms in effect; empty if the source does not tell
 */
record BrokerReading(
    Map<BrokerGauge, Long> gauges,
    Map<BrokerCounter, Count> counters,
    Optional<List<String>> alarms) {

  BrokerReading {
    gauges = Map.copyOf(gauges);
    counters = Map.copyOf(counters);
    alarms = alarms.map(List::copyOf);
  }

  /**
   * A counter's value.
   *
   * @param atMillis when the broker took it, on the broker's clock
   */
  record Count(long value, long atMillis) {}
}
