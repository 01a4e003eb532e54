package pipeline.wire;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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

  /** AMQP's short strings end here; with {@code .dead} behind it (reliability.md J16). */
  private static final int MAX_NAME_BYTES = 250;

  /**
   * Reads {@code QUEUE} and {@code QUEUE_TYPE}.
   *
   * @throws IllegalArgumentException that names the bad one
   */
  public static Topology from(Settings settings) {
    String queue = settings.text("QUEUE", "wordcount");
    if (queue.getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES) {
      throw Settings.bad("QUEUE", queue, "at most " + MAX_NAME_BYTES + " bytes long");
    }
    return new Topology(queue, settings.choice("QUEUE_TYPE", QueueType.class, QueueType.CLASSIC));
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

  /** Named like the dead queue, so that the consumer's user can be limited to it. */
  public String deadExchange() {
    return deadQueue();
  }

  /**
   * Declares all of it, on a channel of its own; does nothing where it stands already. A user who
   * may not declare is content with finding it all there.
   *
   * @throws IOException if the broker refuses, for instance because a queue of this name has other
   *     arguments, or it is not there and the user may not make it
   */
  public void declare(Connection connection) throws IOException {
    try {
      on(connection, this::create);
    } catch (IOException e) {
      if (!isAccessRefused(e)) {
        throw e;
      }
      on(connection, this::find);
    }
  }

  private void create(Channel channel) throws IOException {
    channel.exchangeDeclare(deadExchange(), BuiltinExchangeType.DIRECT, true);
    channel.queueDeclare(deadQueue(), true, false, false, arguments(channel, Map.of()));
    channel.queueBind(deadQueue(), deadExchange(), deadQueue());
    channel.exchangeDeclare(exchange(), BuiltinExchangeType.DIRECT, true);
    channel.queueDeclare(queue, true, false, false, arguments(channel, deadLettering()));
    channel.queueBind(queue, exchange(), routingKey());
  }

  /** Needs no permission, and cannot see arguments and bindings. */
  private void find(Channel channel) throws IOException {
    channel.exchangeDeclarePassive(deadExchange());
    channel.queueDeclarePassive(deadQueue());
    channel.exchangeDeclarePassive(exchange());
    channel.queueDeclarePassive(queue);
  }

  private interface Declaration {
    void on(Channel channel) throws IOException;
  }

  /** A refusal closes the channel it was asked on, so each attempt has its own. */
  private static void on(Connection connection, Declaration declaration) throws IOException {
    Channel channel =
        connection
            .openChannel()
            .orElseThrow(() -> new IOException("the broker allows no more channels"));
    try {
      declaration.on(channel);
    } finally {
      channel.abort();
    }
  }

  private static boolean isAccessRefused(IOException e) {
    return e.getCause() instanceof ShutdownSignalException refusal
        && refusal.getReason() instanceof AMQP.Channel.Close close
        && close.getReplyCode() == AMQP.ACCESS_REFUSED;
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
