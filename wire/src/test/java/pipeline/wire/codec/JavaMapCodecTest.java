package pipeline.wire.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.lang3.SerializationUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JavaMapCodecTest {
  private static boolean gadgetRan;

  private final JavaMapCodec codec = new JavaMapCodec();

  /** Stands for any class whose deserialization does something. */
  private static final class Gadget implements Serializable {
    private static final long serialVersionUID = 1;

    private Object readResolve() {
      gadgetRan = true;
      return this;
    }
  }

  @Test
  void readsWhatItWrites() throws MalformedMessageException {
    Map<String, Integer> words = new HashMap<>();
    for (int i = 1; i <= 5_000; i++) {
      words.put("word" + i, i);
    }

    assertThat(codec.decode(codec.encode(words))).isEqualTo(words);
  }

  @Test
  void aForeignClassIsNeverDeserialized() {
    HashMap<String, Serializable> map = new HashMap<>(Map.of("a", new Gadget()));

    assertThatThrownBy(() -> codec.decode(SerializationUtils.serialize(map)))
        .isInstanceOf(MalformedMessageException.class);
    assertThat(gadgetRan).isFalse();
  }

  static Stream<byte[]> notMapsOfCounts() {
    return Stream.of(
        new byte[0],
        new byte[] {1, 2, 3},
        SerializationUtils.serialize("text"),
        SerializationUtils.serialize(new ArrayList<>(List.of("a"))),
        SerializationUtils.serialize(new HashMap<>(Map.of("a", "b"))),
        SerializationUtils.serialize(new HashMap<>(Map.of("a", 0))),
        SerializationUtils.serialize(new HashMap<>(Map.of(1, 1))));
  }

  @ParameterizedTest
  @MethodSource("notMapsOfCounts")
  void whatIsNotAMapOfCountsIsMalformed(byte[] body) {
    assertThatThrownBy(() -> codec.decode(body)).isInstanceOf(MalformedMessageException.class);
  }
}
