package pipeline.flink;

import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import pipeline.testkit.rabbit.PrivateRabbit;
import pipeline.wire.amqp.Topology;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.EntryEncoder;
import pipeline.wire.codec.Lines;
import pipeline.wire.codec.PayloadFormat;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/** Publishes what a server would, on a connection of its own. */
record Messages(Connection connection, Channel channel, Topology topology)
    implements AutoCloseable {
  static final RunId RUN = RunId.random(new SecureRandom());

  static final Duration SOON = Duration.ofSeconds(90);

  static Messages to(PrivateRabbit rabbit, Topology topology) throws Exception {
    Connection connection = rabbit.connect();
    topology.declare(connection);
    Channel channel = connection.createChannel();
    channel.confirmSelect();
    return new Messages(connection, channel, topology);
  }

  /** Publishes lines with the numbers from {@code first} on; two or more are a range. */
  <P> void send(PayloadFormat<P> format, int first, List<P> lines) throws Exception {
    send(format, first, lines, 0);
  }

  /**
   * Publishes lines to another partition than their own, as a server that divides them otherwise.
   *
   * @param shift how many partitions further on
   */
  <P> void send(PayloadFormat<P> format, int first, List<P> lines, int shift) throws Exception {
    Entry<P> entry = new Entry<>(new RequestKey(RUN, first), Lines.of(lines));
    byte[] element = new EntryEncoder<>(format).encode(entry);
    int partition = topology.partitions().of(RUN, first) + shift;
    send(partition % topology.partitions().number(), new String(element, StandardCharsets.UTF_8));
  }

  /** Publishes a message of these elements. */
  void send(int partition, String... elements) throws Exception {
    List<byte[]> all =
        Arrays.stream(elements).map(each -> each.getBytes(StandardCharsets.UTF_8)).toList();
    channel.basicPublish(
        topology.exchange(),
        topology.routingKey(partition),
        new BasicProperties.Builder().contentType("application/json").deliveryMode(2).build(),
        EntryEncoder.join(all));
    channel.waitForConfirmsOrDie(30_000);
  }

  /** Publishes a message with tables within each other, which amqp-client does not read. */
  void sendUnreadable(String body) throws Exception {
    Map<String, Object> deep = Map.of();
    for (int i = 0; i < 40; i++) {
      deep = Map.of("in", deep);
    }
    channel.basicPublish(
        topology.exchange(),
        topology.routingKey(0),
        new BasicProperties.Builder().headers(deep).build(),
        body.getBytes(StandardCharsets.UTF_8));
    channel.waitForConfirmsOrDie(30_000);
  }

  /** Waits until all messages are with the job, which acks them at its next checkpoint only. */
  void awaitDelivered() {
    for (String queue : topology.partitionQueues()) {
      await().atMost(SOON).until(() -> channel.messageCount(queue) == 0);
    }
  }

  /**
   * Waits until no message is in the queues or unacked. A node that is busy may refuse {@code
   * rabbitmqctl}.
   */
  void awaitAcked(PrivateRabbit rabbit) {
    await()
        .atMost(SOON)
        .ignoreException(IOException.class)
        .until(() -> rabbit.messages(topology.partitionQueues()) == 0);
  }

  @Override
  public void close() {
    connection.abort(2_000);
  }
}
