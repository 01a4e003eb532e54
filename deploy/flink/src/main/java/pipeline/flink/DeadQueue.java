package pipeline.flink;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.commons.lang3.StringUtils;
import pipeline.wire.amqp.Topology;

/**
 * Moves what cannot be read to the dead queue. It connects at the first message, since there may
 * never be one. For one thread.
 */
final class DeadQueue implements AutoCloseable {
  private static final long CONFIRM_MILLIS = 5_000;
  private static final int CLOSE_MILLIS = 2_000;
  private static final int MAX_REASON = 200;
  private static final int PERSISTENT = 2;

  private final JobSettings settings;
  private final AtomicBoolean returned = new AtomicBoolean();
  private Connection connection;
  private Channel channel;

  DeadQueue(JobSettings settings) {
    this.settings = settings;
  }

  /**
   * Returns once the dead queue has the message.
   *
   * @param type its content type, or null
   * @throws IOException if it does not take it; then the job goes back to its last checkpoint, and
   *     the message comes again
   */
  void move(String type, byte[] body, String reason) throws IOException, InterruptedException {
    try {
      connect();
      Topology topology = settings.topology();
      returned.set(false);
      channel.basicPublish(
          topology.deadExchange(),
          topology.deadQueue(),
          true,
          new BasicProperties.Builder()
              .contentType(type)
              .deliveryMode(PERSISTENT)
              .headers(Map.of("reason", StringUtils.truncate(reason, MAX_REASON)))
              .build(),
          body);
      if (!channel.waitForConfirms(CONFIRM_MILLIS) || returned.get()) {
        throw new IOException("the dead queue refuses a message");
      }
    } catch (TimeoutException e) {
      throw new IOException("the dead queue has not confirmed a message in time", e);
    }
  }

  private void connect() throws IOException, TimeoutException {
    if (channel == null || !channel.isOpen()) {
      close();
      connection = settings.broker().connectionFactory().newConnection("flink-dead-letters");
      settings.topology().declare(connection);
      channel = connection.createChannel();
      channel.confirmSelect();
      channel.addReturnListener(message -> returned.set(true));
    }
  }

  @Override
  public void close() {
    if (connection != null) {
      connection.abort(CLOSE_MILLIS);
    }
  }
}
