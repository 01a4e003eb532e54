package pipeline.consumer.amqp;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Delivery;
import java.util.Map;

/**
 * A message that cannot be counted, on its way to the dead queue.
 *
 * @param moved called once the dead queue has it
 */
record DeadLetter(Delivery delivery, String reason, Runnable moved) {
  private static final int PERSISTENT = 2;
  private static final int MAX_REASON = 200;

  /**
   * The properties under which it is published. Its own headers stay behind: with the reason they
   * might not fit in a frame.
   */
  BasicProperties properties() {
    return new BasicProperties.Builder()
        .contentType(delivery.getProperties().getContentType())
        .messageId(delivery.getProperties().getMessageId())
        .deliveryMode(PERSISTENT)
        .headers(
            Map.of(
                "reason",
                reason.substring(0, Math.min(reason.length(), MAX_REASON)),
                "original-exchange",
                delivery.getEnvelope().getExchange(),
                "original-routing-key",
                delivery.getEnvelope().getRoutingKey()))
        .build();
  }

  byte[] body() {
    return delivery.getBody();
  }
}
