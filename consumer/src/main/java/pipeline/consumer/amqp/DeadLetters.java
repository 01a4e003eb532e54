package pipeline.consumer.amqp;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.Delivery;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
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
public final class DeadLetters extends LastingThread {
  private static final Logger LOG = LoggerFactory.getLogger(DeadLetters.class);

  private static final long END_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final long LOOK_MILLIS = 20;

  private final ConnectionFactory factory;
  private final Topology topology;
  private final ConsumerStats stats;
  private final Health health;
  private final BlockingQueue<DeadLetter> waiting = new LinkedBlockingQueue<>();

  /** The number of messages taken over and not yet in the dead queue. */
  private final AtomicInteger unmoved = new AtomicInteger();

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
    super("dead-letters", crash);
    this.factory = factory;
    this.topology = topology;
    this.stats = stats;
    this.health = health;
  }

  /**
   * Takes over a message; thread-safe, never waits.
   *
   * @param reason why it cannot be counted
   * @param moved called on the thread {@code dead-letters} once the dead queue has the message
   */
  void move(Delivery delivery, String reason, Runnable moved) {
    unmoved.incrementAndGet();
    waiting.add(new DeadLetter(delivery, reason, moved));
  }

  /** True when the dead queue has every message that was given to {@link #move}. */
  boolean isEmpty() {
    return unmoved.get() == 0;
  }

  /** Waits until {@link #isEmpty}, but no longer than 2 s. */
  void awaitEmpty() throws InterruptedException {
    long deadline = System.nanoTime() + END_NANOS;
    while (!isEmpty() && System.nanoTime() < deadline) {
      Thread.sleep(LOOK_MILLIS);
    }
  }

  /**
   * Moves message after message. An error, such as a lack of threads, leads to another attempt too.
   */
  @Override
  protected void work() throws InterruptedException {
    Backoff backoff = new Backoff();
    DeadLetter letter = null;
    while (true) {
      letter = letter == null ? waiting.take() : letter;
      health.begins(Health.Part.DEAD_QUEUE);
      try (Connection connection = factory.newConnection("consumer-dead-letters")) {
        DeadQueue queue = new DeadQueue(connection, topology);
        while (letter != null) {
          health.begins(Health.Part.DEAD_QUEUE);
          move(queue, letter);
          health.works(Health.Part.DEAD_QUEUE);
          backoff.reset();
          letter = waiting.poll(1, TimeUnit.SECONDS);
        }
      } catch (InterruptedException e) {
        throw e;
      } catch (Throwable e) {
        String trouble = "a message waits for " + topology.deadQueue() + ": " + Health.words(e);
        if (health.fails(Health.Part.DEAD_QUEUE, trouble)) {
          LOG.warn(trouble);
        }
        Thread.sleep(backoff.nextMillis());
      }
    }
  }

  private void move(DeadQueue queue, DeadLetter letter) throws IOException, InterruptedException {
    queue.put(letter.delivery(), letter.reason());
    stats.dead().increment();
    LOG.warn("moved a message to {}: {}", topology.deadQueue(), letter.reason());
    letter.moved().run();
    unmoved.decrementAndGet();
  }
}
