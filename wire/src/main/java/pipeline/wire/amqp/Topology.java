package pipeline.wire.amqp;

import com.rabbitmq.client.Connection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import pipeline.wire.identity.Partitions;
import pipeline.wire.settings.Settings;
import pipeline.wire.workload.Workload;

/**
 * The exchange and queues of a workload: a durable exchange, the queues bound to it, and for each
 * of them {@code <queue>.dead} for messages that no consumer can count. One queue has the
 * exchange's own name and a direct exchange; several get every message through a fanout exchange.
 * Server and consumer both declare it, so either may start first. A named exchange, not the default
 * one, lets the server's user be limited to it.
 *
 * <p>With several partitions each queue is divided into {@code <queue>.0}, {@code <queue>.1} and so
 * on, all behind a direct exchange; there is one dead queue for all of them. On RabbitMQ the queue
 * itself stays empty: it marks the number of partitions, so that a program with another number
 * cannot declare it. Immutable.
 *
 * @param queues at least one: all of them where messages are published, one where they are consumed
 * @param durable whether queues outlive a restart of the broker; exchanges and dead queues always
 *     do
 * @param partitions of each queue
 * @param nodes of the cluster that partitions are spread over: the broker puts a queue on the node
 *     that declares it; empty where it matters not
 */
public record Topology(
    String exchange,
    List<String> queues,
    QueueType type,
    boolean durable,
    Partitions partitions,
    List<BrokerSettings> nodes) {

  /**
   * The type of the queues. Quorum queues exist on RabbitMQ only; for others the argument is left
   * out.
   */
  public enum QueueType {
    CLASSIC,
    QUORUM
  }

  /**
   * The most bytes of a name: it leaves room in AMQP's short strings, of 255 bytes, for the
   * suffixes of queues.
   */
  private static final int MAX_NAME_BYTES = 240;

  /** The prefix of names that the protocol reserves for the broker. */
  private static final String RESERVED = "amq.";

  /** A topology of one durable queue with an exchange of its name. */
  public Topology(String queue, QueueType type) {
    this(queue, List.of(queue), type, true, Partitions.ONE, List.of());
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
   * The topology with all queues of a workload, by {@code QUEUE}, {@code QUEUE_TYPE}, {@code
   * DURABLE}, {@code PARTITIONS} and the nodes of {@code RABBITMQ_URL}.
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
    Partitions partitions = partitions(settings);
    List<BrokerSettings> nodes =
        partitions.number() == 1 ? List.of() : BrokerSettings.from(settings).each();
    return new Topology(name, queues, type, durable, partitions, nodes);
  }

  /**
   * The topology with the one queue of what a consumer counts, by the settings of {@link
   * #of(Workload, Settings)}.
   *
   * @throws IllegalArgumentException that names the bad setting
   */
  public static Topology of(Workload.Counter counter, Settings settings) {
    Topology all = of(counter.workload(), settings);
    return all.only(counter.queue(all.exchange));
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
    return queues.stream().map(this::only).toList();
  }

  private Topology only(String queue) {
    return new Topology(exchange, List.of(queue), type, durable, partitions, nodes);
  }

  /** The queue of a topology that has one; with several partitions the name of them all. */
  public String queue() {
    if (queues.size() > 1) {
      throw new IllegalStateException("there are several queues behind " + exchange);
    }
    return queues.get(0);
  }

  /** The queues that hold the messages of {@link #queue}, one for each partition. */
  public List<String> partitionQueues() {
    return parts(queue(), partitions);
  }

  /**
   * The queues that hold the messages of a queue of this name, one for each of the {@code
   * PARTITIONS}.
   *
   * @throws IllegalArgumentException that names the bad setting
   */
  public static List<String> partitionQueues(String queue, Settings settings) {
    return parts(queue, partitions(settings));
  }

  /** The queues of one of several readers that share them: at least one, which others may read. */
  public static List<String> share(List<String> queues, int reader, int readers) {
    return IntStream.iterate(reader % queues.size(), i -> i < queues.size(), i -> i + readers)
        .mapToObj(queues::get)
        .toList();
  }

  /** The routing key of messages of a partition; a fanout exchange ignores it. */
  public String routingKey(int partition) {
    return part(exchange, partitions, partition);
  }

  private static Partitions partitions(Settings settings) {
    return new Partitions(settings.number("PARTITIONS", 1, 1, Partitions.MAX));
  }

  private static List<String> parts(String name, Partitions partitions) {
    return IntStream.range(0, partitions.number())
        .mapToObj(i -> part(name, partitions, i))
        .toList();
  }

  private static String part(String name, Partitions partitions, int partition) {
    return partitions.number() == 1 ? name : name + "." + partition;
  }

  boolean isDivided() {
    return partitions.number() > 1;
  }

  public String deadQueue() {
    return queue() + ".dead";
  }

  /**
   * The exchange of the dead queue, and of its name, so that the consumer's user can be limited to
   * it.
   */
  public String deadExchange() {
    return deadQueue();
  }

  /**
   * Declares the exchange, the queues and the bindings, on a channel of its own; those that exist
   * remain as they are. A user who may not declare only checks that they exist.
   *
   * @throws OtherPartitionsException if the queues there have another number of partitions
   * @throws IOException if the broker refuses, for instance because a queue of this name has other
   *     arguments, or because it is missing and the user may not declare it
   */
  public void declare(Connection connection) throws IOException {
    new Declaration(this, connection).declare();
  }
}
