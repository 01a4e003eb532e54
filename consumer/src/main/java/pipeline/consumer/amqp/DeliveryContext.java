package pipeline.consumer.amqp;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import pipeline.wire.amqp.Topology;

/**
 * The settings and collaborators that all channels of all sessions share.
 *
 * @param queues those of the topology that are consumed
 * @param channels how many channels, each with {@code prefetch} unacked messages at most
 * @param autoAck whether the broker takes a message for acked when it has sent it
 * @param handler counts a message
 * @param deadLetters takes the messages that cannot be counted
 * @param stats counts deliveries
 * @param threads where deliveries are handled and acked, see {@link ConsumerThreads}
 * @param unacked bounds the bytes that are held
 * @param health told of what keeps lines from being counted
 * @param crash ends the process, for what leaves the store in an unknown state
 */
public record DeliveryContext(
    Topology topology,
    List<String> queues,
    int channels,
    int prefetch,
    boolean autoAck,
    MessageHandler<?> handler,
    DeadLetters deadLetters,
    ConsumerStats stats,
    ExecutorService threads,
    UnackedBytes unacked,
    Health health,
    Consumer<Throwable> crash) {}
