package pipeline.client.broker;

import java.util.Map;
import java.util.OptionalLong;

/**
 * A broker's figures of one step. A figure that it did not tell is absent, never zero.
 *
 * @param maxReady the greatest length of the queue
 * @param maxUnacked the most messages with consumers
 * @param rates a second, between the first and the last time that the broker counted in the step
 */
public record BrokerStep(
    OptionalLong maxReady, OptionalLong maxUnacked, Map<BrokerCounter, Double> rates) {}
