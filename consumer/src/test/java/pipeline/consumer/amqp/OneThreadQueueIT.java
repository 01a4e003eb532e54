package pipeline.consumer.amqp;

/**
 * The tests of {@link ConsumerQueueIT} with deliveries handled by the thread that reads the
 * connection.
 */
class OneThreadQueueIT extends ConsumerQueueIT {
  OneThreadQueueIT() {
    threads = 1;
  }
}
