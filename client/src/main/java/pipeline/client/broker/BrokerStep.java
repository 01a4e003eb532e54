package pipeline.client.broker;

import java.util.OptionalLong;

/**
 * A broker's figures of one step. A figure that it did not tell is absent, never zero.
 *
 * @param maxReady the greatest length of the queue
 * @param maxUnacked the most messages with consumers
 */
public record BrokerStep(OptionalLong maxReady, OptionalLong maxUnacked) {}
