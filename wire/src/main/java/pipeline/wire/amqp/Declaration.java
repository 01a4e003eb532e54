package pipeline.wire.amqp;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.function.FailableConsumer;
import pipeline.wire.identity.Partitions;

/** Declares a topology on a connection, or finds it there. For one thread. */
record Declaration(Topology topology, Connection connection) {
  /**
   * The delivery limit of quorum queues. It is high, since RabbitMQ up to 4.2 counts every return
   * of a message, and so the whole prefetch at each crash of a consumer. From 4.3 on it counts
   * rejections only, and the consumer never rejects.
   */
  private static final int DELIVERY_LIMIT = 100_000;

  /** The argument of the queue that marks the number of partitions, which never has messages. */
  private static final String MARK = "x-max-length";

  /** What a mark is above the number, so that nobody's limit of a queue is taken for one. */
  private static final int MARKED = 1_000_000_000;

  /** RabbitMQ's words for a queue that has another mark than the one that is declared. */
  private static final Pattern OTHER_MARK =
      Pattern.compile(
          ".* inequivalent arg '" + MARK + "' .* current is (none|.*'10000000(\\d\\d)'.*)");

  private static final int CLOSE_MILLIS = 2_000;

  /** See {@link Topology#declare}. */
  void declare() throws IOException {
    if (!isRabbit()) {
      compareNames();
    }
    try {
      on(this::create);
    } catch (IOException e) {
      Optional<AMQP.Channel.Close> refusal = refusal(e);
      if (!is(AMQP.ACCESS_REFUSED, refusal)) {
        if (refusal.isPresent()) {
          compareMarks(refusal.get().getReplyText());
        }
        throw e;
      }
      compareNames();
      on(this::find);
    }
  }

  private void create(Channel channel) throws IOException {
    // queues come before the exchange, whose type may be another one beside other marks
    for (Topology each : topology.each()) {
      String dead = each.deadQueue();
      channel.exchangeDeclare(each.deadExchange(), BuiltinExchangeType.DIRECT, true);
      declare(channel, dead, true, arguments(Map.of()));
      channel.queueBind(dead, each.deadExchange(), dead);
      Map<String, Object> arguments = arguments(deadLettering(dead));
      if (topology.isDivided() && isRabbit()) {
        Map<String, Object> marked = new HashMap<>(arguments);
        marked.put(MARK, MARKED + topology.partitions().number());
        declare(channel, each.queue(), topology.durable(), marked);
        spread(each.partitionQueues(), arguments);
      }
      for (String queue : each.partitionQueues()) {
        declare(channel, queue, topology.durable(), arguments);
      }
    }
    channel.exchangeDeclare(topology.exchange(), exchangeType(), true);
    for (Topology each : topology.each()) {
      List<String> queues = each.partitionQueues();
      for (int i = 0; i < queues.size(); i++) {
        channel.queueBind(queues.get(i), topology.exchange(), topology.routingKey(i));
      }
    }
  }

  /**
   * Declares queues that are missing over a connection to a node of each one's own, so that no node
   * leads more than its share. The locator that RabbitMQ calls balanced counts all queues of the
   * cluster, and puts these on the node that has fewest. A node that is away is left out: its
   * queues are declared where the others are.
   */
  private void spread(List<String> queues, Map<String, Object> arguments) throws IOException {
    List<BrokerSettings> nodes = topology.nodes();
    for (int n = 0; n < nodes.size() && nodes.size() > 1; n++) {
      List<String> missing = new ArrayList<>();
      for (int i = n; i < queues.size(); i += nodes.size()) {
        if (!exists(queues.get(i))) {
          missing.add(queues.get(i));
        }
      }
      if (!missing.isEmpty()) {
        declare(nodes.get(n), missing, arguments);
      }
    }
  }

  private void declare(BrokerSettings node, List<String> queues, Map<String, Object> arguments) {
    try {
      Connection own = node.connectionFactory().newConnection("declares partitions");
      try {
        Channel channel = own.createChannel();
        for (String queue : queues) {
          declare(channel, queue, topology.durable(), arguments);
        }
      } finally {
        own.abort(CLOSE_MILLIS);
      }
    } catch (IOException | TimeoutException | ShutdownSignalException e) {
      // the declaration that follows says what is wrong, unless it is this node alone
      return;
    }
  }

  private static void declare(
      Channel channel, String queue, boolean durable, Map<String, Object> arguments)
      throws IOException {
    channel.queueDeclare(queue, durable, false, false, arguments);
  }

  private BuiltinExchangeType exchangeType() {
    return topology.isDivided() || topology.queues().equals(List.of(topology.exchange()))
        ? BuiltinExchangeType.DIRECT
        : BuiltinExchangeType.FANOUT;
  }

  /**
   * Checks that the exchanges and queues exist, which needs no permission and cannot see arguments
   * and bindings.
   */
  private void find(Channel channel) throws IOException {
    channel.exchangeDeclarePassive(topology.exchange());
    for (Topology each : topology.each()) {
      channel.exchangeDeclarePassive(each.deadExchange());
      channel.queueDeclarePassive(each.deadQueue());
      for (String queue : each.partitionQueues()) {
        channel.queueDeclarePassive(queue);
      }
    }
  }

  /** Finds in a refusal that the queue was declared for another number of partitions. */
  private void compareMarks(String refusal) throws OtherPartitionsException {
    Matcher other = OTHER_MARK.matcher(refusal);
    if (other.matches()) {
      String theirs = other.group(2);
      throw other(topology.queues().get(0), theirs == null ? 1 : Integer.parseInt(theirs));
    }
  }

  /** Counts partitions by their names, where marks are not to be had. */
  private void compareNames() throws IOException {
    for (String queue : topology.queues()) {
      int theirs = 0;
      while (theirs < Partitions.MAX && exists(queue + "." + theirs)) {
        theirs++;
      }
      if (theirs == 0 && exists(queue)) {
        theirs = 1;
      }
      if (theirs > 0 && theirs != topology.partitions().number()) {
        throw other(queue, theirs);
      }
    }
  }

  private OtherPartitionsException other(String queue, int theirs) {
    return new OtherPartitionsException(queue, topology.partitions().number(), theirs);
  }

  private boolean exists(String queue) throws IOException {
    try {
      on(channel -> channel.queueDeclarePassive(queue));
      return true;
    } catch (IOException e) {
      if (is(AMQP.NOT_FOUND, refusal(e))) {
        return false;
      }
      throw e;
    }
  }

  /** Runs a declaration on a channel of its own, since a refusal closes the channel. */
  private void on(FailableConsumer<Channel, IOException> declaration) throws IOException {
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

  /** The close of the channel with which the broker refused; empty if it did not. */
  private static Optional<AMQP.Channel.Close> refusal(IOException e) {
    return e.getCause() instanceof ShutdownSignalException refusal
            && refusal.getReason() instanceof AMQP.Channel.Close close
        ? Optional.of(close)
        : Optional.empty();
  }

  private static boolean is(int code, Optional<AMQP.Channel.Close> refusal) {
    return refusal.filter(close -> close.getReplyCode() == code).isPresent();
  }

  private boolean isRabbit() {
    return "RabbitMQ".equals(String.valueOf(connection.getServerProperties().get("product")));
  }

  /** The arguments of a quorum queue with {@code more}; none for a classic queue. */
  private Map<String, Object> arguments(Map<String, Object> more) {
    if (topology.type() != Topology.QueueType.QUORUM || !isRabbit()) {
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
