package pipeline.faults;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeoutException;
import pipeline.wire.Topology;

/**
 * One run's queue, looked at and tampered with past all proxies. Every call opens its own
 * connection, since the broker may have died since the last. Thread-safe.
 */
final class BrokerQueue {
  private final PrivateRabbit rabbit;
  private final Topology topology;

  BrokerQueue(PrivateRabbit rabbit, String name) {
    this.rabbit = rabbit;
    topology = new Topology(name, Topology.QueueType.CLASSIC);
  }

  String name() {
    return topology.queue();
  }

  boolean hasConsumers() throws IOException, TimeoutException {
    return look(topology.queue()).getConsumerCount() > 0;
  }

  /** Messages nobody has been given yet. */
  int ready() throws IOException, TimeoutException {
    return look(topology.queue()).getMessageCount();
  }

  /** Messages moved aside as unreadable. */
  int dead() throws IOException, TimeoutException {
    return look(topology.deadQueue()).getMessageCount();
  }

  /** Neither waiting nor with a consumer that has not acknowledged. */
  boolean isDrained() throws IOException, TimeoutException {
    return ready() == 0 && messages(rabbit.ctl("list_queues", "name", "messages")) == 0;
  }

  private int messages(String listing) throws IOException {
    return listing
        .lines()
        .map(line -> line.split("\t", -1))
        .filter(fields -> fields[0].equals(topology.queue()))
        .mapToInt(fields -> Integer.parseInt(fields[1]))
        .findFirst()
        .orElseThrow(() -> new IOException("queue " + topology.queue() + " is gone"));
  }

  void delete() throws IOException, TimeoutException {
    try (Connection connection = rabbit.connect()) {
      connection.createChannel().queueDelete(topology.queue());
    }
  }

  /** Puts messages into the queue that no consumer can read. */
  void poison(int count) throws IOException, TimeoutException {
    try (Connection connection = rabbit.connect()) {
      Channel channel = connection.createChannel();
      for (int i = 0; i < count; i++) {
        byte[] body = ("[{\"run\":\"poison " + i).getBytes(StandardCharsets.UTF_8);
        channel.basicPublish(topology.exchange(), topology.routingKey(), null, body);
      }
      // the closing handshake comes after everything before it
      channel.close();
    }
  }

  /** Leaves nothing of this run behind. */
  void remove() throws IOException, TimeoutException {
    try (Connection connection = rabbit.connect()) {
      Channel channel = connection.createChannel();
      channel.queueDelete(topology.queue());
      channel.queueDelete(topology.deadQueue());
      channel.exchangeDelete(topology.exchange());
      channel.exchangeDelete(topology.deadExchange());
    }
  }

  private AMQP.Queue.DeclareOk look(String queue) throws IOException, TimeoutException {
    try (Connection connection = rabbit.connect()) {
      return connection.createChannel().queueDeclarePassive(queue);
    }
  }
}
