package pipeline.wire;

import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Where messages go: a durable direct exchange of the queue's name, the durable queue bound to it,
 * and {@code <queue>.dead} for what no consumer can read. Server and consumer both declare it, so
 * either may start first. A named exchange, not the default one, lets the server's user be limited
 * to it. Immutable.
 */
public record Topology(String queue, QueueType type) {

  /** Quorum queues exist on RabbitMQ only; elsewhere the argument is left out. */
  public enum QueueType {
    CLASSIC,
    QUORUM
  }

  /** High, since RabbitMQ charges the whole prefetch for each crash of a consumer. */
  private static final int DELIVERY_LIMIT = 100_000;

  public static Topology from(Settings settings) {
    return new Topology(
        settings.text("QUEUE", "wordcount"),
        settings.choice("QUEUE_TYPE", QueueType.class, QueueType.CLASSIC));
  }

  public String exchange() {
    return queue;
  }

  public String routingKey() {
    return queue;
  }

  public String deadQueue() {
    return queue + ".dead";
  }

  /**
   * Declares all of it; does nothing where it stands already.
   *
   * @throws IOException if the broker refuses, for instance because a queue of this name has other
   *     arguments
   */
  public void declare(Channel channel) throws IOException {
    channel.queueDeclare(deadQueue(), true, false, false, arguments(channel, Map.of()));
    channel.exchangeDeclare(exchange(), BuiltinExchangeType.DIRECT, true);
    channel.queueDeclare(queue, true, false, false, arguments(channel, deadLettering()));
    channel.queueBind(queue, exchange(), routingKey());
  }

  private Map<String, Object> deadLettering() {
    return Map.of(
        "x-dead-letter-exchange",
        "",
        "x-dead-letter-routing-key",
        deadQueue(),
        "x-delivery-limit",
        DELIVERY_LIMIT);
  }

  private Map<String, Object> arguments(Channel channel, Map<String, Object> more) {
    Object product = channel.getConnection().getServerProperties().get("product");
    boolean quorum = type == QueueType.QUORUM && "RabbitMQ".equals(String.valueOf(product));
    if (!quorum) {
      return Map.of();
    }
    Map<String, Object> all = new HashMap<>(more);
    all.put("x-queue-type", "quorum");
    return all;
  }
}
