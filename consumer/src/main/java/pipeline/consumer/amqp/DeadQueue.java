package pipeline.consumer.amqp;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.Envelope;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.apache.commons.lang3.StringUtils;
import pipeline.wire.amqp.Topology;

/**
 * Puts messages into the dead queue, one at a time, each confirmed. The connection should be for
 * this alone: an alarm blocks connections that publish. For one thread.
 */
public final class DeadQueue {
  private static final long CONFIRM_MILLIS = 5_000;
  private static final int PERSISTENT = 2;
  private static final int MAX_REASON = 200;

  private final Topology topology;
  private final Channel channel;

  /** Whether the broker has returned the message that is published now. */
  private volatile boolean returned;

  /** Declares the topology, and opens a channel that ends with the connection. */
  public DeadQueue(Connection connection, Topology topology) throws IOException {
    this.topology = topology;
    topology.declare(connection);
    channel = connection.createChannel();
    channel.confirmSelect();
    channel.addReturnListener(message -> returned = true);
  }

  /**
   * Returns once the dead queue has the message.
   *
   * @param reason why it cannot be counted
   * @throws IOException if the dead queue has not taken it
   */
  public void put(Delivery message, String reason) throws IOException, InterruptedException {
    returned = false;
    boolean mandatory = true;
    channel.basicPublish(
        topology.deadExchange(),
        topology.deadQueue(),
        mandatory,
        properties(message, reason),
        message.getBody());
    if (!isConfirmed()) {
      throw new IOException("the broker refuses it (basic.nack): the queue is at its limit");
    }
    if (returned) {
      throw new IOException("no queue takes it");
    }
  }

  private boolean isConfirmed() throws IOException, InterruptedException {
    try {
      return channel.waitForConfirms(CONFIRM_MILLIS);
    } catch (TimeoutException e) {
      throw new IOException("the broker has not confirmed it for " + CONFIRM_MILLIS + " ms", e);
    }
  }

  /**
   * The properties of a dead letter: without the message's own headers, which might not fit in a
   * frame with the reason.
   */
  private static BasicProperties properties(Delivery message, String reason) {
    BasicProperties properties = message.getProperties();
    Envelope envelope = message.getEnvelope();
    return new BasicProperties.Builder()
        .contentType(properties.getContentType())
        .messageId(properties.getMessageId())
        .deliveryMode(PERSISTENT)
        .headers(
            Map.of(
                "reason",
                StringUtils.truncate(reason, MAX_REASON),
                "original-exchange",
                envelope.getExchange(),
                "original-routing-key",
                envelope.getRoutingKey()))
        .build();
  }
}
