package pipeline.consumer.amqp;

import com.rabbitmq.client.AMQP.BasicProperties;
import pipeline.consumer.store.QuotaExceededException;
import pipeline.wire.codec.MalformedMessageException;

/** What is done with a delivery. Called by all consumer threads at once. */
interface DeliveryHandler {

  /**
   * Counts one message, wholly or not at all.
   *
   * @return how many entries of it were new
   * @throws MalformedMessageException if it cannot be read; nothing of it is counted
   * @throws QuotaExceededException if it may not be counted; nothing of it is
   */
  int handle(BasicProperties properties, byte[] body)
      throws MalformedMessageException, QuotaExceededException;
}
