package pipeline.wire.amqp;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.lang3.function.FailableConsumer;
import pipeline.wire.settings.Settings;
import pipeline.wire.workload.Workload;

/**
 * The exchange and queues of a workload: a durable exchange, the queues bound to it, and for each
 * of them {@code <queue>.dead} for messages that no consumer can count. One queue has the
 * exchange's own name and a direct exchange; several get every message through a fanout exchange.
 * Server and consumer both declare it, so either may start first. A named exchange, not the default
 * one, lets the server's user be limited to it. Immutable.
 *
 * @param queues at least one: all of them where messages are published, one where they are consumed
 * @param durable whether queues outlive a restart of the broker; exchanges and dead queues always
 *     do
 */
public record Topology(String exchange, List<String> queues, QueueType type, boolean durable) {

  /**
   * The type of the queues. Quorum queues exist on RabbitMQ only; for others the argument is left
   * out.
   */
  public enum QueueType {
    CLASSIC,
    QUORUM
  }

  /**
   * The delivery limit of quorum queues. It is high, since RabbitMQ up to 4.2 counts every return
   * of a message, and so the whole prefetch at each crash of a consumer. From 4.3 on it counts
   * rejections only, and the consumer never rejects.
   */
  private static final int DELIVERY_LIMIT = 100_000;

  /**
   * The most bytes of a name: it leaves room in AMQP's short strings, of 255 bytes, for the
   * suffixes of queues.
   */
  private static final int MAX_NAME_BYTES = 240;

  /** The prefix of names that the protocol reserves for the broker. */
  private static final String RESERVED = "amq.";

  /** A topology of one durable queue with an exchange of its name. */
  public Topology(String queue, QueueType type) {
    this(queue, List.of(queue), type, true);
  }

  /**
   * The topology with all queues of the workload that {@code WORKLOAD} names.
   *
   * @throws IllegalArgumentException that names the bad setting
   */
  public static Topology from(Settings settings) {
    return of(Workload.from(settings), settings);
  }

  /**
   * The topology with all queues of a workload, by {@code QUEUE}, {@code QUEUE_TYPE} and {@code
   * DURABLE}.
   *
   * @throws IllegalArgumentException that names the bad setting
   */
  public static Topology of(Workload workload, Settings settings) {
    String name = settings.text("QUEUE", workload.spelled());
    if (name.getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES) {
      throw Settings.bad("QUEUE", name, "at most " + MAX_NAME_BYTES + " bytes long");
    }
    if (name.startsWith(RESERVED)) {
      throw Settings.bad("QUEUE", name, "without " + RESERVED + " at its start, a broker's own");
    }
    QueueType type = settings.choice("QUEUE_TYPE", QueueType.class, QueueType.CLASSIC);
    boolean durable = settings.isOn("DURABLE");
    if (type == QueueType.QUORUM && !durable) {
      throw Settings.bad("DURABLE", "off", "on where QUEUE_TYPE is quorum");
    }
    List<String> queues = workload.counters().stream().map(each -> each.queue(name)).toList();
    return new Topology(name, queues, type, durable);
  }

  /**
   * The topology with the one queue of what a consumer counts, by the settings of {@link
   * #of(Workload, Settings)}.
   *
   * @throws IllegalArgumentException that names the bad setting
   */
  public static Topology of(Workload.Counter counter, Settings settings) {
    Topology all = of(counter.workload(), settings);
    return new Topology(all.exchange, List.of(counter.queue(all.exchange)), all.type, all.durable);
  }

  /** A warning, in a line for the log, of messages that these settings may lose; empty if none. */
  public Optional<String> warning() {
    return durable
        ? Optional.empty()
        : Optional.of(
            "DURABLE=off: a restart of the broker removes %s and every message that waits there"
                .formatted(String.join(" and ", queues)));
  }

  /** A topology for each queue, to consume from one or to look at one. */
  public List<Topology> each() {
    return queues.stream()
        .map(queue -> new Topology(exchange, List.of(queue), type, durable))
        .toList();
  }

  /** The queue of a topology that has one. */
  public String queue() {
    if (queues.size() > 1) {
      throw new IllegalStateException("there are several queues behind " + exchange);
    }
    return queues.get(0);
  }

  /** The routing key of messages, which a fanout exchange ignores. */
  public String routingKey() {
    return exchange;
  }

  public String deadQueue() {
    return deadQueue(queue());
  }

  /**
   * The exchange of the dead queue, and of its name, so that the consumer's user can be limited to
   * it.
   */
  public String deadExchange() {
    return deadQueue();
  }

  private static String deadQueue(String queue) {
    return queue + ".dead";
  }

  private BuiltinExchangeType exchangeType() {
    return queues.equals(List.of(exchange))
        ? BuiltinExchangeType.DIRECT
        : BuiltinExchangeType.FANOUT;
  }

  /**
   * Declares the exchange, the queues and the bindings, on a channel of its own; those that exist
   * remain as they are. A user who may not declare only checks that they exist.
   *
   * @throws IOException if the broker refuses, for instance because a queue of this name has other
   *     arguments, or because it is missing and the user may not declare it
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
    channel.exchangeDeclare(exchange, exchangeType(), true);
    for (String queue : queues) {
      String dead = deadQueue(queue);
      channel.exchangeDeclare(dead, BuiltinExchangeType.DIRECT, true);
      channel.queueDeclare(dead, true, false, false, arguments(channel, Map.of()));
      channel.queueBind(dead, dead, dead);
      channel.queueDeclare(queue, durable, false, false, arguments(channel, deadLettering(dead)));
      channel.queueBind(queue, exchange, routingKey());
    }
  }

  /**
   * Checks that the exchanges and queues exist, which needs no permission and cannot see arguments
   * and bindings.
   */
  private void find(Channel channel) throws IOException {
    channel.exchangeDeclarePassive(exchange);
    for (String queue : queues) {
      channel.exchangeDeclarePassive(deadQueue(queue));
      channel.queueDeclarePassive(deadQueue(queue));
      channel.queueDeclarePassive(queue);
    }
  }

  /** Runs a declaration on a channel of its own, since a refusal closes the channel. */
  private static void on(Connection connection, FailableConsumer<Channel, IOException> declaration)
      throws IOException {
    Channel channel =
        connection
            .openChannel()
            .orElseThrow(() -> new IOException("the broker allows no more channels"));
    try {
      declaration.accept(channel);
    } finally {
      channel.abort();
    }
  }

  private static boolean isAccessRefused(IOException e) {
    return e.getCause() instanceof ShutdownSignalException refusal
        && refusal.getReason() instanceof AMQP.Channel.Close close
        && close.getReplyCode() == AMQP.ACCESS_REFUSED;
  }

  /** The arguments of a quorum queue with {@code more}; none for a classic queue. */
  private Map<String, Object> arguments(Channel channel, Map<String, Object> more) {
    Object product = channel.getConnection().getServerProperties().get("product");
    if (type != QueueType.QUORUM || !"RabbitMQ".equals(String.valueOf(product))) {
      return Map.of();
    }
    Map<String, Object> all = new HashMap<>(more);
    all.put("x-queue-type", "quorum");
    return all;
  }

  private static Map<String, Object> deadLettering(String dead) {
    return Map.of(
        "x-dead-letter-exchange", "",
        "x-dead-letter-routing-key", dead,
        "x-delivery-limit", DELIVERY_LIMIT);
  }
}
