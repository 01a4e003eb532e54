package pipeline.consumer.amqp;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection with its consuming channels. When any part of it fails, the whole session ends,
 * and {@link Subscription} opens the next one. Thread-safe.
 *
 * <p>Deliveries of a channel wait in a queue of 1,000 in the client library; a full queue blocks
 * the thread that reads the connection, and so does each delivery that this thread handles itself.
 * That is intended: the connection only consumes, so nothing but the broker is slowed down, and
 * heartbeats have a thread of their own. No callback waits for anything but the short lock of a
 * checkpoint.
 */
final class BrokerSession implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BrokerSession.class);
  private static final int CLOSE_MILLIS = 2_000;

  /**
   * RabbitMQ's own limit. It is higher than that of our messages so that an oversized foreign
   * message can be moved to the dead queue: refusing its frames would close each new connection.
   */
  private static final int MAX_INBOUND_BYTES = 128 << 20;

  private final Connection connection;
  private final DeliveryContext context;
  private final Channel probe;
  private final List<QueueConsumer> consumers = new CopyOnWriteArrayList<>();
  private final CountDownLatch ended = new CountDownLatch(1);

  private BrokerSession(Connection connection, DeliveryContext context) throws IOException {
    this.connection = connection;
    this.context = context;
    this.probe = channel();
  }

  /** Connects and declares the topology. */
  static BrokerSession open(ConnectionFactory factory, DeliveryContext context)
      throws IOException, TimeoutException {
    factory.setMaxInboundMessageBodySize(MAX_INBOUND_BYTES);
    Connection connection = factory.newConnection(context.threads(), "consumer");
    try {
      BrokerSession session = new BrokerSession(connection, context);
      connection.addShutdownListener(reason -> session.ended.countDown());
      context.topology().declare(connection);
      return session;
    } catch (IOException | RuntimeException e) {
      connection.abort(CLOSE_MILLIS);
      throw e;
    }
  }

  /** Starts consuming; to be called once. */
  void consume() throws IOException {
    for (int i = 0; i < context.channels(); i++) {
      Channel channel = channel();
      channel.basicQos(context.prefetch());
      consumers.add(new QueueConsumer(channel, context, ended::countDown));
    }
    // started only when all are listed, so that a commit misses no delivery
    for (QueueConsumer consumer : consumers) {
      consumer.getChannel().basicConsume(context.topology().queue(), false, consumer);
    }
  }

  private Channel channel() throws IOException {
    return connection
        .openChannel()
        .orElseThrow(() -> new IOException("the broker allows no more channels"));
  }

  List<QueueConsumer> consumers() {
    return consumers;
  }

  /** How many messages are ready in the queue; -1 if the broker does not say. */
  synchronized long queueLength() {
    try {
      return probe.messageCount(context.topology().queue());
    } catch (IOException | ShutdownSignalException e) {
      return -1;
    }
  }

  /** Returns when the session has failed or was cancelled. */
  void awaitEnd() throws InterruptedException {
    ended.await();
  }

  /** Cancels the consumers and waits, at most {@code nanos}, until their deliveries are handled. */
  void cancel(long nanos) throws InterruptedException {
    long deadline = System.nanoTime() + nanos;
    try {
      for (QueueConsumer consumer : consumers) {
        consumer.getChannel().basicCancel(consumer.getConsumerTag());
      }
    } catch (IOException | ShutdownSignalException e) {
      LOG.warn("the broker does not answer any more: {}", e.toString());
      return;
    }
    for (QueueConsumer consumer : consumers) {
      consumer.awaitCancelled(deadline - System.nanoTime());
    }
  }

  @Override
  public void close() {
    connection.abort(CLOSE_MILLIS);
  }
}
