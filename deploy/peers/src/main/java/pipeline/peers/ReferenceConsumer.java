package pipeline.peers;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.apache.commons.lang3.SerializationUtils;

/**
 * The usual design's consumer: a channel a thread, each merging its maps into the shared one. It
 * acknowledges automatically; in the safe form it does so itself, one message at a time.
 */
final class ReferenceConsumer {
  private static final int SAFE_PREFETCH = 100;

  private final Map<String, Integer> totals = new ConcurrentHashMap<>();
  private final LongAdder lines = new LongAdder();
  private final String queue;
  private final boolean safe;

  ReferenceConsumer(String queue, boolean safe) {
    this.queue = queue;
    this.safe = safe;
  }

  /** Consumes on {@code channels} channels until the connection ends. */
  void start(Connection connection, int channels) throws IOException {
    for (int i = 0; i < channels; i++) {
      Channel channel = connection.createChannel();
      if (safe) {
        channel.basicQos(SAFE_PREFETCH);
      }
      channel.basicConsume(queue, !safe, new Merging(channel));
    }
  }

  void merge(Map<String, Integer> words) {
    // get-then-put, as the design has it: two threads at one word lose counts; measured, not copied
    lines.increment();
    words.forEach((word, n) -> totals.put(word, totals.getOrDefault(word, 0) + n));
  }

  /** Messages that were merged, each of a line. */
  long lines() {
    return lines.sum();
  }

  Map<String, Integer> totals() {
    return Map.copyOf(totals);
  }

  private final class Merging extends DefaultConsumer {
    Merging(Channel channel) {
      super(channel);
    }

    @Override
    public void handleDelivery(String tag, Envelope envelope, BasicProperties header, byte[] body)
        throws IOException {
      merge(SerializationUtils.<Map<String, Integer>>deserialize(body));
      if (safe) {
        getChannel().basicAck(envelope.getDeliveryTag(), false);
      }
    }
  }
}
