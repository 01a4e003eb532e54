package pipeline.client.broker;

import java.util.Map;
import java.util.OptionalLong;

/**
 * What a broker told of one step. What it did not tell is absent, never zero.
 *
 * @param maxReady the longest that the queue was
 * @param maxUnacked the most messages with consumers
 * @param rates a second, between the first and the last time that the broker counted in the step
 */
public record BrokerStep(
    OptionalLong maxReady, OptionalLong maxUnacked, Map<BrokerCounter, Double> rates) {}
