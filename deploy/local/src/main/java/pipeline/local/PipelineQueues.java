package pipeline.local;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AuthenticationFailureException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.util.concurrent.TimeoutException;
import org.apache.commons.lang3.exception.ExceptionUtils;
import pipeline.wire.amqp.BrokerSettings;
import pipeline.wire.amqp.Topology;

/** A look from outside at the queues of one {@link Topology}, on any broker. Not thread-safe. */
final class PipelineQueues implements AutoCloseable {
  private final Connection connection;
  private final Topology topology;

  /**
   * @throws IOException no broker answers, or it refuses the user
   */
  PipelineQueues(BrokerSettings broker, Topology topology) throws IOException {
    this.topology = topology;
    try {
      connection = broker.connectionFactory().newConnection("queues");
    } catch (AuthenticationFailureException e) {
      throw refused(broker, e.getMessage(), e);
    } catch (IOException | TimeoutException e) {
      if (ExceptionUtils.getRootCause(e) instanceof ShutdownSignalException signal
          && signal.getReason() instanceof AMQP.Connection.Close close) {
        throw refused(broker, close.getReplyText(), e);
      }
      String reason = ExceptionUtils.getRootCauseMessage(e);
      throw new IOException("no broker answers at " + broker + ": " + reason, e);
    }
  }

  private static IOException refused(BrokerSettings broker, String reason, Exception cause) {
    return new IOException("the broker at " + broker + " refuses: " + reason, cause);
  }

  /** Name and version as the broker tells them, such as {@code RabbitMQ 4.0.5}. */
  String product() {
    return property("product").replaceAll("^Apache | Core$", "") + " " + property("version");
  }

  boolean isRabbitMq() {
    return property("product").equals("RabbitMQ");
  }

  private String property(String name) {
    return String.valueOf(connection.getServerProperties().get(name));
  }

  /** The number of messages that wait; a queue that does not exist holds none. */
  long waiting() throws IOException {
    return sum(queue -> ask(channel -> channel.messageCount(queue.queue())));
  }

  /** The number of messages that no consumer could read. */
  long dead() throws IOException {
    return sum(queue -> ask(channel -> channel.messageCount(queue.deadQueue())));
  }

  /** Deletes all queues and exchanges; returns how many messages were lost with them. */
  long delete() throws IOException {
    ask(channel -> gone(() -> channel.exchangeDelete(topology.exchange())));
    return sum(
        queue -> {
          ask(channel -> gone(() -> channel.exchangeDelete(queue.deadExchange())));
          return ask(channel -> channel.queueDelete(queue.queue()).getMessageCount())
              + ask(channel -> channel.queueDelete(queue.deadQueue()).getMessageCount());
        });
  }

  /** Asks on a new channel, since the broker closes it when the queue does not exist. */
  private long ask(Question question) throws IOException {
    Channel channel = connection.createChannel();
    try {
      return question.messages(channel);
    } catch (IOException e) {
      if (isNotFound(e)) {
        return 0;
      }
      throw new IOException("the broker refuses: " + e.getCause(), e);
    } finally {
      channel.abort();
    }
  }

  private static boolean isNotFound(IOException e) {
    return e.getCause() instanceof ShutdownSignalException signal
        && signal.getReason() instanceof AMQP.Channel.Close close
        && close.getReplyCode() == AMQP.NOT_FOUND;
  }

  @Override
  public void close() {
    connection.abort();
  }

  private interface Deletion {
    void run() throws IOException;
  }

  private static long gone(Deletion deletion) throws IOException {
    deletion.run();
    return 0;
  }

  private interface PerQueue {
    long messages(Topology queue) throws IOException;
  }

  private long sum(PerQueue question) throws IOException {
    long sum = 0;
    for (Topology queue : topology.each()) {
      sum += question.messages(queue);
    }
    return sum;
  }

  private interface Question {
    long messages(Channel channel) throws IOException;
  }
}
