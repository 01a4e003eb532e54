package pipeline.consumer.workload;

import com.rabbitmq.client.AMQP.BasicProperties;
import java.util.List;
import java.util.Map;
import pipeline.wire.codec.BatchDecoder.Decoded;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.JavaMapCodec;
import pipeline.wire.codec.MalformedMessageException;
import pipeline.wire.identity.RequestKey;

/**
 * Reads a Java-serialized map of words, its identity in a header; for {@code --accept-java} only.
 */
final class JavaMapReader implements MessageReader<Map<String, Integer>> {
  private final JavaMapCodec codec = new JavaMapCodec();

  @Override
  public Decoded<Map<String, Integer>> read(BasicProperties properties, byte[] body)
      throws MalformedMessageException {
    RequestKey key = key(properties.getHeaders());
    return new Decoded<>(List.of(Entry.single(key, codec.decode(body))), List.of());
  }

  /** The header is a LongString here, whatever string type the sender gave it. */
  private static RequestKey key(Map<String, Object> headers) throws MalformedMessageException {
    Object key = headers == null ? null : headers.get(JavaMapCodec.KEY_HEADER);
    if (key == null) {
      throw new MalformedMessageException("the header " + JavaMapCodec.KEY_HEADER + " is missing");
    }
    try {
      return RequestKey.parse(key.toString());
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException(e.getMessage(), e);
    }
  }
}
