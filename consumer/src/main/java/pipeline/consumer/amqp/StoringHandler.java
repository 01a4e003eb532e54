package pipeline.consumer.amqp;

import com.rabbitmq.client.AMQP.BasicProperties;
import java.util.List;
import pipeline.consumer.store.QuotaExceededException;
import pipeline.consumer.store.Store;
import pipeline.consumer.workload.MessageReader;
import pipeline.wire.CrashPoint;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.MalformedMessageException;

/**
 * Reads a message, then adds it to a store.
 *
 * @param <P> the payload of an entry
 */
public final class StoringHandler<P> implements DeliveryHandler {
  private final MessageReader<P> reader;
  private final Store<P> store;

  public StoringHandler(MessageReader<P> reader, Store<P> store) {
    this.reader = reader;
    this.store = store;
  }

  @Override
  public int handle(BasicProperties properties, byte[] body)
      throws MalformedMessageException, QuotaExceededException {
    int counted = store.add(read(properties, body));
    CrashPoint.AFTER_MERGE.reached();
    return counted;
  }

  /** A reader that fails on some input must not make that input a message nobody gets past. */
  private List<Entry<P>> read(BasicProperties properties, byte[] body)
      throws MalformedMessageException {
    try {
      return reader.read(properties, body);
    } catch (RuntimeException e) {
      throw new MalformedMessageException("cannot be read: " + e, e);
    }
  }
}
