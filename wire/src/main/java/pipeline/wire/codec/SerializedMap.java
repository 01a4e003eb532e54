package pipeline.wire.codec;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputFilter.FilterInfo;
import java.io.ObjectInputFilter.Status;
import java.io.ObjectInputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The reference design's message: the words of one line as a serialized {@code HashMap<String,
 * Integer>}, as {@code SerializationUtils.serialize(map)} writes it. Pure.
 */
public final class SerializedMap {
  /** The greatest depth: a number in the map, whose class Integer has Number as its superclass. */
  private static final int MAX_DEPTH = 3;

  private static final int MAX_WORDS = 1 << 20;
  private static final Set<Class<?>> MAP = Set.of(HashMap.class, Map.Entry[].class);
  private static final Set<Class<?>> IN_MAP = Set.of(String.class, Integer.class, Number.class);

  private SerializedMap() {}

  /**
   * Reads the words of a line, each with its number of occurrences.
   *
   * @throws MalformedMessageException if the body is anything but one map of words to positive
   *     counts
   */
  public static Map<String, Integer> read(byte[] body) throws MalformedMessageException {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(body))) {
      in.setObjectInputFilter(SerializedMap::check);
      Map<String, Integer> words = new HashMap<>();
      for (Map.Entry<?, ?> entry : ((Map<?, ?>) in.readObject()).entrySet()) {
        if (!(entry.getKey() instanceof String word)
            || !(entry.getValue() instanceof Integer count)
            || count < 1
            || !WordCountFormat.isWord(word)) {
          throw new MalformedMessageException("the map is not of words to positive counts");
        }
        words.put(word, count);
      }
      return words;
    } catch (IOException | ClassNotFoundException | RuntimeException e) {
      throw new MalformedMessageException("not a serialized map of counts", e);
    }
  }

  /**
   * Checks each object before it is created. A map in the map is refused, since its hash code can
   * cost minutes; so are all other classes, and too many or too deep objects.
   */
  private static Status check(FilterInfo read) {
    Set<Class<?>> known = read.depth() == 1 ? MAP : IN_MAP;
    boolean fits =
        read.depth() <= MAX_DEPTH
            && read.arrayLength() <= MAX_WORDS
            && read.references() <= 2 * MAX_WORDS
            && read.streamBytes() <= BatchDecoder.MAX_MESSAGE_BYTES;
    boolean isKnown = read.serialClass() == null || known.contains(read.serialClass());
    return fits && isKnown ? Status.ALLOWED : Status.REJECTED;
  }
}
