package pipeline.consumer.amqp;

import com.rabbitmq.client.AMQP.BasicProperties;
import java.util.List;
import java.util.Map;
import pipeline.consumer.workload.MessageReader;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.MalformedMessageException;

/**
 * Hands a message to the reader of its content type. A message without a content type is refused
 * like one of an unknown type: our servers always set it.
 */
public final class ContentTypeReader<P> implements MessageReader<P> {
  private final Map<String, MessageReader<P>> readers;

  public ContentTypeReader(Map<String, MessageReader<P>> readers) {
    this.readers = Map.copyOf(readers);
  }

  @Override
  public List<Entry<P>> read(BasicProperties properties, byte[] body)
      throws MalformedMessageException {
    String type = properties.getContentType();
    MessageReader<P> reader = type == null ? null : readers.get(type);
    if (reader == null) {
      throw new MalformedMessageException("the content type is " + type + ", which is not read");
    }
    return reader.read(properties, body);
  }
}
