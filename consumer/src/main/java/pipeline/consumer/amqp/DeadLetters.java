package pipeline.consumer.amqp;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.Envelope;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.commons.lang3.StringUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.consumer.thread.LastingThread;
import pipeline.wire.amqp.Backoff;
import pipeline.wire.amqp.Topology;

/**
 * Moves messages that cannot be counted to the dead queue, one at a time, each confirmed, on the
 * thread {@code dead-letters} and a connection of its own: an alarm blocks connections that
 * publish, and must not block the one that drains the queue. Waiting messages are not acked, so
 * none is lost with the process, and {@link UnackedBytes} bounds them.
 */
public final class DeadLetters implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DeadLetters.class);
  private static final long CONFIRM_MILLIS = 5_000;

  private static final int PERSISTENT = 2;
  private static final int MAX_REASON = 200;

  private final ConnectionFactory factory;
  private final Topology topology;
  private final ConsumerStats stats;
  private final Health health;
  private final BlockingQueue<DeadLetter> waiting = new LinkedBlockingQueue<>();
  private final LastingThread thread;

  /** The number of messages taken over and not yet in the dead queue. Guarded by this. */
  private int unmoved;

  private record DeadLetter(Delivery delivery, String reason, Runnable moved) {}

  /**
   * Moves nothing until it is started.
   *
   * @param health told whether the dead queue takes them
   * @param crash ends the process
   */
  public DeadLetters(
      ConnectionFactory factory,
      Topology topology,
      ConsumerStats stats,
      Health health,
      Consumer<Throwable> crash) {
    this.factory = factory;
    this.topology = topology;
    this.stats = stats;
    this.health = health;
    this.thread = new LastingThread("dead-letters", this::run, crash);
  }

  public void start() {
    thread.start();
  }

  /**
   * Takes over a message; thread-safe, never waits.
   *
   * @param reason why it cannot be counted
   * @param moved called on the thread {@code dead-letters} once the dead queue has the message
   */
  synchronized void move(Delivery delivery, String reason, Runnable moved) {
    unmoved++;
    waiting.add(new DeadLetter(delivery, reason, moved));
  }

  /** True when the dead queue has every message that was given to {@link #move}. */
  public synchronized boolean isEmpty() {
    return unmoved == 0;
  }

  /** Waits until {@link #isEmpty}, but no longer than {@code millis}. */
  public synchronized void awaitEmpty(long millis) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    long left = millis;
    while (unmoved > 0 && left > 0) {
      wait(left);
      left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
    }
  }

  /**
   * Moves message after message. An error, such as a lack of threads, leads to another attempt too.
   */
  private void run() throws InterruptedException {
    Backoff backoff = new Backoff();
    DeadLetter letter = null;
    String lastTrouble = "";
    while (true) {
      letter = letter == null ? waiting.take() : letter;
      health.begins(Health.Part.DEAD_QUEUE);
      try (Connection connection = factory.newConnection("consumer-dead-letters");
          Channel channel = connection.createChannel()) {
        topology.declare(connection);
        channel.confirmSelect();
        while (letter != null) {
          health.begins(Health.Part.DEAD_QUEUE);
          publish(channel, letter);
          health.works(Health.Part.DEAD_QUEUE);
          backoff.reset();
          lastTrouble = "";
          letter = waiting.poll(1, TimeUnit.SECONDS);
        }
      } catch (InterruptedException e) {
        throw e;
      } catch (Throwable e) {
        String trouble = "a message waits for " + topology.deadQueue() + ": " + Health.words(e);
        health.fails(Health.Part.DEAD_QUEUE, trouble);
        if (!trouble.equals(lastTrouble)) {
          LOG.warn(trouble);
          lastTrouble = trouble;
        }
        Thread.sleep(backoff.nextMillis());
      }
    }
  }

  private void publish(Channel channel, DeadLetter letter)
      throws IOException, InterruptedException {
    AtomicBoolean returned = new AtomicBoolean();
    channel.clearReturnListeners();
    channel.addReturnListener(message -> returned.set(true));
    boolean mandatory = true;
    channel.basicPublish(
        topology.deadExchange(),
        topology.deadQueue(),
        mandatory,
        properties(letter),
        letter.delivery().getBody());
    if (!isConfirmed(channel)) {
      throw new IOException("the broker refuses it (basic.nack): the queue is at its limit");
    }
    if (returned.get()) {
      throw new IOException("no queue takes it");
    }
    stats.movedToDeadQueue();
    LOG.warn("moved a message to {}: {}", topology.deadQueue(), letter.reason());
    letter.moved().run();
    synchronized (this) {
      unmoved--;
      notifyAll();
    }
  }

  private static boolean isConfirmed(Channel channel) throws IOException, InterruptedException {
    try {
      return channel.waitForConfirms(CONFIRM_MILLIS);
    } catch (TimeoutException e) {
      throw new IOException("the broker has not confirmed it for " + CONFIRM_MILLIS + " ms", e);
    }
  }

  /**
   * The properties of a dead letter: without the message's own headers, which might not fit in a
   * frame with the reason.
   */
  private static BasicProperties properties(DeadLetter letter) {
    BasicProperties properties = letter.delivery().getProperties();
    Envelope envelope = letter.delivery().getEnvelope();
    return new BasicProperties.Builder()
        .contentType(properties.getContentType())
        .messageId(properties.getMessageId())
        .deliveryMode(PERSISTENT)
        .headers(
            Map.of(
                "reason",
                StringUtils.truncate(letter.reason(), MAX_REASON),
                "original-exchange",
                envelope.getExchange(),
                "original-routing-key",
                envelope.getRoutingKey()))
        .build();
  }

  @Override
  public void close() {
    thread.interrupt();
    thread.awaitEnd(2);
  }
}
