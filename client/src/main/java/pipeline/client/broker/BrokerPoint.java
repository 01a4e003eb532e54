package pipeline.client.broker;

import java.util.Map;

/**
 * A broker's figures at one moment of the run.
 *
 * @param atNanos when it was asked, on the run's monotonic clock
 * @param reading what it said; it can repeat a sample
 * @param rates a second, over the time since the counter's sample before
 */
public record BrokerPoint(long atNanos, BrokerReading reading, Map<BrokerCounter, Double> rates) {
  boolean isGap() {
    return reading.ready().isEmpty()
        && reading.unacked().isEmpty()
        && reading.memoryBytes().isEmpty()
        && reading.alarms().isEmpty()
        && rates.isEmpty();
  }
}
