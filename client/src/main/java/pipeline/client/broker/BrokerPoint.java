package pipeline.client.broker;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is known of the broker at one moment of the run; all empty where it did not answer.
 *
 * @param atNanos when it was asked, on the run's monotonic clock
 * @param counters as the broker told them; it can repeat a sample
 * @param rates a second, over the time since the counter's sample before
 */
public record BrokerPoint(
    long atNanos,
    Map<BrokerGauge, Long> gauges,
    Map<BrokerCounter, BrokerReading.Count> counters,
    Map<BrokerCounter, Double> rates,
    Optional<List<String>> alarms) {
  public boolean isGap() {
    return gauges.isEmpty() && rates.isEmpty() && alarms.isEmpty();
  }
}
