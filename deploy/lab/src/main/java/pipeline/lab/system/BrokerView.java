package pipeline.lab.system;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.impl.ForgivingExceptionHandler;
import java.io.Closeable;
import java.io.IOException;
import java.net.URISyntaxException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import pipeline.testkit.process.Await;
import pipeline.testkit.process.StuckException;

/** The queues of the broker under test, seen from outside. Used by one thread. */
public final class BrokerView implements Closeable {
  private static final int CLOSE_MILLIS = 2_000;
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final Connection connection;
  private final Channel channel;

  private BrokerView(Connection connection) throws IOException {
    this.connection = connection;
    this.channel = connection.createChannel();
  }

  public static BrokerView connect(String amqp) throws IOException, TimeoutException {
    ConnectionFactory factory = new ConnectionFactory();
    try {
      factory.setUri(amqp);
    } catch (URISyntaxException | GeneralSecurityException e) {
      throw new IllegalArgumentException("not an AMQP URL", e);
    }
    factory.setExceptionHandler(
        new ForgivingExceptionHandler() {
          @Override
          public void handleUnexpectedConnectionDriverException(Connection lost, Throwable e) {
            // the call that was under way says so
          }
        });
    return new BrokerView(factory.newConnection("lab"));
  }

  /** Product and version, such as {@code RabbitMQ 4.0.5}. */
  public String about() {
    Map<String, Object> properties = connection.getServerProperties();
    return properties.get("product") + " " + properties.get("version");
  }

  /** Messages ready in the queue, which must be there; those at a consumer are not counted. */
  public int depth(String queue) throws IOException {
    return channel.queueDeclarePassive(queue).getMessageCount();
  }

  public void purge(String queue) throws IOException {
    channel.queuePurge(queue);
  }

  /** Waits until the queue is empty; messages at a consumer do not count. */
  public void awaitEmpty(String queue, Duration limit) throws IOException {
    long deadline = System.nanoTime() + limit.toNanos();
    for (int depth = depth(queue); depth > 0; depth = depth(queue)) {
      if (System.nanoTime() > deadline) {
        throw new IOException(queue + " still holds " + depth + " after " + limit);
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /** Waits until {@code count} channels consume from the queue, which may not be declared yet. */
  public void awaitConsumers(String queue, int count, Duration limit)
      throws IOException, InterruptedException {
    if (!Await.holds(limit, () -> consumers(queue) == count)) {
      throw new IOException(queue + " has not got " + count + " consumers within " + limit);
    }
  }

  /** Asks for a queue's consumers on a channel of its own, which a missing queue closes. */
  private int consumers(String queue) throws IOException, TimeoutException {
    try (Channel asking = connection.createChannel()) {
      return asking.queueDeclarePassive(queue).getConsumerCount();
    }
  }

  /** Waits until at least {@code least} messages are ready. */
  public void awaitDepth(String queue, int least, Duration limit)
      throws IOException, InterruptedException, StuckException {
    Await.until(least + " messages in " + queue, limit, () -> depth(queue) >= least);
  }

  @Override
  public void close() throws IOException {
    // the broker may be gone already, and with it the connection
    connection.abort(CLOSE_MILLIS);
  }
}
