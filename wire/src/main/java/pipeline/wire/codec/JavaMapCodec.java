package pipeline.wire.codec;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.util.HashMap;
import java.util.Map;
import org.apache.commons.lang3.SerializationUtils;
import pipeline.wire.identity.RequestKey;

/**
 * One {@code HashMap<String, Integer>} by Java serialization, as simple systems of this kind send
 * it; here for comparison only. The identity travels in the header {@link #KEY_HEADER}. Reading
 * admits nothing but such a map (JEP 290 allow-list). Thread-safe.
 */
public final class JavaMapCodec {
  public static final String CONTENT_TYPE = "application/x-java-serialized-object";
  public static final String KEY_HEADER = "idempotency-key";

  private static final ObjectInputFilter ONLY_A_MAP_OF_COUNTS =
      ObjectInputFilter.Config.createFilter(
          "maxdepth=3;maxrefs=1000000;maxarray=2097152;maxbytes="
              + BatchDecoder.MAX_MESSAGE_BYTES
              + ";java.util.HashMap;java.util.Map$Entry;java.lang.Integer;java.lang.Number"
              + ";java.lang.String;!*");

  public byte[] encode(Map<String, Integer> words) {
    return SerializationUtils.serialize(new HashMap<>(words));
  }

  /**
   * The line of a message.
   *
   * @param headers of the message; null if it has none
   * @throws MalformedMessageException if the body is anything but a map of words to positive
   *     counts, or its identity is not there
   */
  public Entry<Map<String, Integer>> decode(Map<String, Object> headers, byte[] body)
      throws MalformedMessageException {
    return Entry.single(key(headers), decode(body));
  }

  /** The header is a LongString to the AMQP client, whatever string type the sender gave it. */
  private static RequestKey key(Map<String, Object> headers) throws MalformedMessageException {
    Object key = headers == null ? null : headers.get(KEY_HEADER);
    if (key == null) {
      throw new MalformedMessageException("the header " + KEY_HEADER + " is missing");
    }
    try {
      return RequestKey.parse(key.toString());
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException(e.getMessage(), e);
    }
  }

  /**
   * The map that {@link #encode} wrote.
   *
   * @throws MalformedMessageException if the body is anything but a map of words to positive counts
   */
  public Map<String, Integer> decode(byte[] body) throws MalformedMessageException {
    BatchDecoder.checkLength(body);
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(body))) {
      in.setObjectInputFilter(ONLY_A_MAP_OF_COUNTS);
      if (!(in.readObject() instanceof Map<?, ?> map)) {
        throw new MalformedMessageException("the serialized object is not a map");
      }
      Map<String, Integer> words = new HashMap<>();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        if (!(entry.getKey() instanceof String word)
            || !(entry.getValue() instanceof Integer count)
            || count < 1
            || !WordCountFormat.isWord(word)) {
          throw new MalformedMessageException("the map is not of words to positive counts");
        }
        words.put(word, count);
      }
      return words;
    } catch (IOException | ClassNotFoundException e) {
      throw new MalformedMessageException("not a serialized map of counts", e);
    }
  }
}
