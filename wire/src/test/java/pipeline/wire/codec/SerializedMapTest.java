package pipeline.wire.codec;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.lang3.SerializationUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A serialized map of counts is read, and nothing else is deserialized. */
class SerializedMapTest {
  private static boolean gadgetRan;

  /** A class whose deserialization has a side effect. */
  private static final class Gadget implements Serializable {
    private static final long serialVersionUID = 1;

    private Object readResolve() {
      gadgetRan = true;
      return this;
    }
  }

  @Test
  void readsTheWordsOfALine() throws MalformedMessageException {
    HashMap<String, Integer> words = new HashMap<>();
    for (int i = 1; i <= 5_000; i++) {
      words.put("word" + i, i);
    }

    assertThat(SerializedMap.read(SerializationUtils.serialize(words))).isEqualTo(words);
    assertThat(SerializedMap.read(SerializationUtils.serialize(new HashMap<>()))).isEmpty();
  }

  @Test
  void aForeignClassIsNeverDeserialized() {
    HashMap<String, Serializable> map = new HashMap<>(Map.of("a", new Gadget()));

    assertMalformed(SerializationUtils.serialize(map));
    assertThat(gadgetRan).isFalse();
  }

  static Stream<byte[]> notMapsOfCounts() {
    byte[] whole = SerializationUtils.serialize(new HashMap<>(Map.of("a", 1)));
    Stream<Serializable> others =
        Stream.of(
            "text",
            1,
            null,
            new ArrayList<>(List.of("a")),
            new LinkedHashMap<>(Map.of("a", 1)),
            new HashMap<>(Map.of("a", "b")),
            new HashMap<>(Map.of("a", 0)),
            new HashMap<>(Map.of("a", 1L)),
            new HashMap<>(Map.of("a b", 1)),
            new HashMap<>(Map.of("a\n", 1)),
            new HashMap<>(Map.of("", 1)),
            new HashMap<>(Map.of(1, 1)),
            new HashMap<>(Collections.singletonMap("a", null)),
            new HashMap<>(Map.of("a", new HashMap<>(Map.of("b", 1)))),
            new HashMap<>(Map.of(new HashMap<>(Map.of("a", 1)), 1)),
            new HashMap<>(Map.of(new HashMap<>(), 1)),
            new HashMap<>(Map.of("a", new int[] {1})));
    return Stream.concat(
        Stream.of(new byte[0], new byte[] {1, 2, 3}, Arrays.copyOf(whole, whole.length - 1)),
        others.map(SerializationUtils::serialize));
  }

  @ParameterizedTest
  @MethodSource("notMapsOfCounts")
  void whatIsNotAMapOfCountsIsMalformed(byte[] body) {
    assertMalformed(body);
  }

  private static void assertMalformed(byte[] body) {
    assertThatThrownBy(() -> SerializedMap.read(body))
        .isInstanceOf(MalformedMessageException.class);
  }

  @Test
  void aMapThatClaimsToBeHugeIsRefusedBeforeThereIsRoomForIt() {
    byte[] body = SerializationUtils.serialize(new HashMap<>(Map.of("a", 1)));
    int number = new String(body, ISO_8859_1).indexOf("\0\0\0\1t"); // one mapping, then a string
    body[number] = 1; // claims 2^24 mappings more

    assertThatThrownBy(() -> SerializedMap.read(body))
        .hasRootCauseMessage("filter status: REJECTED");
  }

  /** Each map is a key of two others, so the hash code of the first would need 2^40 others. */
  @Test
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void keysThatAreMapsAreRefusedBeforeTheirHashCodesAreAskedFor() {
    HashMap<Object, Integer> first = new HashMap<>();
    HashMap<Object, Integer> left = first;
    HashMap<Object, Integer> right = new HashMap<>();
    for (int depth = 0; depth < 40; depth++) {
      HashMap<Object, Integer> nextLeft = new HashMap<>(Map.of("a", 1));
      HashMap<Object, Integer> nextRight = new HashMap<>();
      for (HashMap<Object, Integer> map : List.of(left, right)) {
        map.put(nextLeft, 1);
        map.put(nextRight, 1);
      }
      left = nextLeft;
      right = nextRight;
    }
    assertMalformed(SerializationUtils.serialize(first));
  }
}
