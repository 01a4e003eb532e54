package pipeline.wire.codec;

import pipeline.wire.identity.RequestKey;

/**
 * One counted request inside a message.
 *
 * @param <P> what the workload carries, such as the words of a line with their counts
 */
public record Entry<P>(RequestKey key, P payload) {}
