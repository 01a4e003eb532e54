package pipeline.consumer.amqp;

/** The same with deliveries handled by the thread that reads the connection. */
class OneThreadQueueIT extends ConsumerQueueIT {
  OneThreadQueueIT() {
    threads = 1;
  }
}
