package pipeline.consumer.amqp;

import com.rabbitmq.client.AMQP.BasicProperties;
import java.util.List;
import java.util.Map;
import pipeline.consumer.store.QuotaExceededException;
import pipeline.consumer.store.Store;
import pipeline.consumer.workload.MessageReader;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.MalformedMessageException;

/**
 * Reads a message by its content type, then adds its entries to a store. Thread-safe.
 *
 * @param <P> the payload of an entry
 */
public final class MessageHandler<P> {
  private final Map<String, MessageReader<P>> readers;
  private final Store<P> store;

  /**
   * A handler of messages.
   *
   * @param readers by content type; a message of another type, or of none, is malformed: our
   *     servers always set it
   */
  public MessageHandler(Map<String, MessageReader<P>> readers, Store<P> store) {
    this.readers = Map.copyOf(readers);
    this.store = store;
  }

  /**
   * Counts one message, wholly or not at all.
   *
   * @throws MalformedMessageException if it cannot be read
   * @throws QuotaExceededException if it must not be counted
   */
  void handle(BasicProperties properties, byte[] body)
      throws MalformedMessageException, QuotaExceededException {
    store.add(read(properties, body));
  }

  private List<Entry<P>> read(BasicProperties properties, byte[] body)
      throws MalformedMessageException {
    String type = properties.getContentType();
    MessageReader<P> reader = type == null ? null : readers.get(type);
    if (reader == null) {
      throw new MalformedMessageException("the content type is " + type + ", which is not read");
    }
    try {
      return reader.read(properties, body);
    } catch (RuntimeException e) {
      // a fault of the reader must not stop the queue at this message
      throw new MalformedMessageException("cannot be read: " + e, e);
    }
  }
}
