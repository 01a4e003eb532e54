package pipeline.consumer.reference;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import pipeline.wire.codec.MalformedMessageException;
import pipeline.wire.codec.SerializedMap;

/**
 * The reference design's consumer: a channel and a handler for each thread, on one connection,
 * which all merge into one map. For one thread, but for the counts.
 */
public final class ReferenceConsumer {
  private static final long LIMIT_SECONDS = 10;

  private final Map<String, Integer> totals = new ConcurrentHashMap<>();
  private final LongAdder lines = new LongAdder();
  private final LongAdder unreadable = new LongAdder();
  private final List<ConsumerHandler> handlers = new ArrayList<>();
  private final Config config;
  private final CyclicBarrier barrier;
  private final CountDownLatch ended;

  /**
   * The settings of the reference consumer.
   *
   * @param durable whether the queue outlives a restart of the broker
   * @param prefetch messages a channel that wait for their acks; 0 for any number
   * @param atomic whether a word's count is read and written in one step
   */
  public record Config(
      int maxThreads,
      String queueName,
      boolean durable,
      boolean autoAck,
      int prefetch,
      boolean atomic) {}

  public ReferenceConsumer(Config config) {
    this.config = config;
    this.barrier = new CyclicBarrier(config.maxThreads + 1);
    this.ended = new CountDownLatch(config.maxThreads);
  }

  /** Returns when all handlers have subscribed. */
  public void start(Connection connection) throws Exception {
    for (int i = 0; i < config.maxThreads; i++) {
      Channel channel = connection.openChannel().orElseThrow(() -> new IOException("channel_max"));
      channel.queueDeclare(config.queueName, config.durable, false, false, null);
      channel.basicQos(config.prefetch);
      handlers.add(new ConsumerHandler(channel));
    }
    handlers.forEach(handler -> new Thread(handler, "handler").start());
    barrier.await(LIMIT_SECONDS, TimeUnit.SECONDS);
  }

  /** The task of one thread: it subscribes, waits for the others, and ends. */
  private final class ConsumerHandler extends DefaultConsumer implements Runnable {
    ConsumerHandler(Channel channel) {
      super(channel);
    }

    @Override
    public void run() {
      try {
        getChannel().basicConsume(config.queueName, config.autoAck, this);
        barrier.await();
      } catch (Exception e) {
        System.err.println("a handler cannot subscribe: " + e);
      }
    }

    /** Merges the words of a message; called on the connection's own threads. */
    @Override
    public void handleDelivery(String tag, Envelope envelope, BasicProperties none, byte[] body)
        throws IOException {
      merge(body);
      if (!config.autoAck) {
        getChannel().basicAck(envelope.getDeliveryTag(), false);
      }
    }

    /** Notes the end of a subscription; called after the last delivery. */
    @Override
    public void handleCancelOk(String tag) {
      ended.countDown();
    }
  }

  void merge(byte[] body) {
    try {
      SerializedMap.read(body).forEach(this::add);
      lines.increment();
    } catch (MalformedMessageException e) {
      unreadable.increment();
    }
  }

  private void add(String word, int count) {
    if (config.atomic) {
      totals.merge(word, count, Integer::sum);
    } else {
      // as in the reports: each call is thread-safe, but an update between the two is lost
      totals.put(word, totals.getOrDefault(word, 0) + count);
    }
  }

  /** Unsubscribes, and returns when what was delivered before is merged. */
  public void stop() throws IOException, InterruptedException {
    for (ConsumerHandler handler : handlers) {
      handler.getChannel().basicCancel(handler.getConsumerTag());
    }
    ended.await(LIMIT_SECONDS, TimeUnit.SECONDS);
  }

  public Map<String, Integer> totals() {
    return totals;
  }

  /** The number of messages that were merged, each of one line. */
  public long lines() {
    return lines.sum();
  }

  /** The number of messages that were dropped, as they hold no map of words to counts. */
  public long unreadable() {
    return unreadable.sum();
  }
}
