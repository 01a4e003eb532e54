package pipeline.server.reference;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import java.util.HashMap;
import org.apache.commons.lang3.SerializationUtils;
import org.apache.commons.pool2.ObjectPool;

/**
 * Counts the words of a line and publishes the map, a message a line. Thread-safe.
 *
 * @param properties of the message; null for none
 * @param confirm whether to wait until the broker has it
 */
record WordCountService(
    ObjectPool<Channel> channelPool,
    String queueName,
    BasicProperties properties,
    boolean confirm) {
  private static final long CONFIRM_MILLIS = 5_000;

  /**
   * Publishes the words of a line, and returns the number of distinct ones once the message is
   * written, or confirmed.
   */
  int apply(String line) throws Exception {
    HashMap<String, Integer> words = new HashMap<>();
    for (String word : line.split("\\s+", 0)) {
      if (!word.isEmpty()) {
        words.put(word, words.getOrDefault(word, 0) + 1);
      }
    }
    publish(SerializationUtils.serialize(words));
    return words.size();
  }

  private void publish(byte[] body) throws Exception {
    Channel channel = channelPool.borrowObject();
    try {
      channel.basicPublish("", queueName, properties, body);
      if (confirm) {
        channel.waitForConfirmsOrDie(CONFIRM_MILLIS);
      }
    } finally {
      if (channel.isOpen()) {
        channelPool.returnObject(channel);
      } else {
        channelPool.invalidateObject(channel);
      }
    }
  }
}
