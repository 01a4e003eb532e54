package pipeline.consumer.amqp;

import java.util.Set;
import pipeline.wire.amqp.Topology;

/**
 * How to consume.
 *
 * @param channels how many channels, each with {@code prefetch} unacked messages at most
 * @param unsafe faults built in on purpose; empty in real use
 */
public record SubscriptionSettings(
    Topology topology, int channels, int prefetch, Set<Unsafe> unsafe) {
  boolean autoAck() {
    return unsafe.contains(Unsafe.AUTO_ACK);
  }

  boolean ackDuplicatesEarly() {
    return unsafe.contains(Unsafe.ACK_DUPLICATES_EARLY);
  }
}
