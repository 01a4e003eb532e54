package pipeline.client.broker;

import com.rabbitmq.client.Address;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeoutException;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.exception.ExceptionUtils;

/**
 * Asks over AMQP itself, which every broker answers, at once: the messages that are ready, and
 * nothing else.
 */
final class PassiveDeclare implements BrokerSource {
  private static final int CLOSE_MILLIS = 3_000;

  private final ConnectionFactory factory;
  private final String address;
  private final List<String> queues;
  private final List<Address> nodes;
  private Connection connection;

  /**
   * @param factory with the credentials, the virtual host and the limits
   * @param address {@code amqp[s]://host:port[,host:port...]}
   * @param queues whose messages are added up
   */
  PassiveDeclare(ConnectionFactory factory, String address, List<String> queues) {
    this.factory = factory;
    this.address = address;
    this.queues = queues;
    this.nodes = List.of(Address.parseAddresses(StringUtils.substringAfter(address, "://")));
  }

  /** Asks on the open connection, or on a new one if that has died. */
  @Override
  public BrokerReading read() throws IOException {
    String asked = queues.get(0);
    try {
      if (connection == null || !connection.isOpen()) {
        connection = factory.newConnection(nodes, "client-broker-sampler");
      }
      // a channel for each question, since one about an absent queue closes it
      try (Channel channel = connection.createChannel()) {
        long ready = 0;
        for (String queue : queues) {
          asked = queue;
          ready += channel.queueDeclarePassive(queue).getMessageCount();
        }
        return BrokerReading.of(OptionalLong.of(ready), "a passive declare at " + address);
      }
    } catch (IOException | TimeoutException | ShutdownSignalException e) {
      String why = ExceptionUtils.getRootCauseMessage(e);
      throw new IOException(address + " does not tell the depth of " + asked + ": " + why, e);
    }
  }

  @Override
  public void close() {
    if (connection != null) {
      connection.abort(CLOSE_MILLIS);
    }
  }
}
