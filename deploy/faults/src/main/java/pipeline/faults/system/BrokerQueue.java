package pipeline.faults.system;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeoutException;
import pipeline.testkit.rabbit.PrivateRabbit;
import pipeline.wire.amqp.Topology;
import pipeline.wire.settings.Settings;

/**
 * One run's queue, looked at and tampered with past all proxies. Every call opens its own
 * connection, since the broker may have died since the last. Thread-safe.
 */
public final class BrokerQueue {
  /** The depth of nested tables that amqp-client, which reads 32 at most, cannot read. */
  private static final int UNREADABLE_DEPTH = 40;

  private final PrivateRabbit rabbit;
  private final RunInput input;

  /** The topology of the exchange that the server publishes to, with one queue or more. */
  private final Topology all;

  /** The topology of the queue that is counted. */
  private final Topology topology;

  BrokerQueue(PrivateRabbit rabbit, RunInput input, String name) {
    this.rabbit = rabbit;
    this.input = input;
    Map<String, String> named = Map.of("QUEUE", name);
    Settings settings = new Settings(named, new Properties());
    all = Topology.of(input.workload(), settings);
    topology = Topology.of(input.counter(), settings);
  }

  /** The consumer's workload. */
  String counter() {
    return input.counter().spelled();
  }

  /** The queue's name as in the programs' setting QUEUE. */
  String name() {
    return all.exchange();
  }

  /** The other settings in the environment of the programs that use the queue. */
  Map<String, String> settings() {
    return Map.of("WORKLOAD", input.workload().spelled());
  }

  boolean hasConsumers() throws IOException, TimeoutException {
    return look(topology.queue()).getConsumerCount() > 0;
  }

  /** The number of messages that no consumer has received yet. */
  int ready() throws IOException, TimeoutException {
    return look(topology.queue()).getMessageCount();
  }

  /** The number of messages moved aside as unreadable. */
  public int dead() throws IOException, TimeoutException {
    return look(topology.deadQueue()).getMessageCount();
  }

  /** Whether no message waits or is unacknowledged. */
  public boolean isDrained() throws IOException, TimeoutException {
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

  public void delete() throws IOException, TimeoutException {
    try (Connection connection = rabbit.connect()) {
      connection.createChannel().queueDelete(topology.queue());
    }
  }

  /**
   * Puts messages into the queue whose bodies no consumer can read.
   *
   * @param bytes of each, at least
   * @param headers whether the client library cannot even read their headers
   */
  public void poison(int count, int bytes, boolean headers) throws IOException, TimeoutException {
    AMQP.BasicProperties properties = headers ? unreadable() : null;
    try (Connection connection = rabbit.connect()) {
      Channel channel = connection.createChannel();
      for (int i = 0; i < count; i++) {
        byte[] body =
            ("[{\"run\":\"poison " + i + " ".repeat(bytes)).getBytes(StandardCharsets.UTF_8);
        channel.basicPublish(topology.exchange(), topology.routingKey(), properties, body);
      }
      // the closing handshake comes after everything before it
      channel.close();
    }
  }

  private static AMQP.BasicProperties unreadable() {
    Map<String, Object> table = Map.of();
    for (int depth = 0; depth < UNREADABLE_DEPTH; depth++) {
      table = Map.of("in", table);
    }
    return new AMQP.BasicProperties.Builder().headers(table).build();
  }

  /** Removes the run's queues and exchanges. */
  public void remove() throws IOException, TimeoutException {
    try (Connection connection = rabbit.connect()) {
      Channel channel = connection.createChannel();
      channel.exchangeDelete(all.exchange());
      for (Topology each : all.each()) {
        channel.queueDelete(each.queue());
        channel.queueDelete(each.deadQueue());
        channel.exchangeDelete(each.deadExchange());
      }
    }
  }

  private AMQP.Queue.DeclareOk look(String queue) throws IOException, TimeoutException {
    try (Connection connection = rabbit.connect()) {
      return connection.createChannel().queueDeclarePassive(queue);
    }
  }
}
