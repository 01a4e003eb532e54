package pipeline.consumer.amqp;

import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;

/**
 * What every channel of every session shares.
 *
 * @param handler what is done with a delivery
 * @param deadLetters where a delivery goes that cannot be handled
 * @param stats counts deliveries
 * @param threads the consumer threads, on which deliveries are handled and acked; see {@link
 *     CallingThread} for when there is only one
 * @param crash ends the process, for what leaves the store in an unknown state
 */
public record DeliveryContext(
    DeliveryHandler handler,
    DeadLetters deadLetters,
    ConsumerStats stats,
    ExecutorService threads,
    Consumer<Throwable> crash) {}
