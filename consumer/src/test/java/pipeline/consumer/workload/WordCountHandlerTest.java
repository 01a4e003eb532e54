package pipeline.consumer.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pipeline.consumer.store.Entries;
import pipeline.wire.codec.JavaMapCodec;
import pipeline.wire.codec.MalformedMessageException;

class WordCountHandlerTest {
  private static final AtomicInteger GADGETS_RUN = new AtomicInteger();

  private final WordCountHandler handler = new WordCountHandler();
  private final byte[] map = new JavaMapCodec().encode(Map.of("a", 2));

  /** Does something when it is read, as the gadgets of an attacker do. */
  static final class Gadget implements Serializable {
    private static final long serialVersionUID = 1;

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      GADGETS_RUN.incrementAndGet();
    }
  }

  @BeforeEach
  void noGadgetHasRun() {
    GADGETS_RUN.set(0);
  }

  @Test
  void aMapIsReadWithItsIdentity() throws Exception {
    Map<String, Object> headers = Map.of(JavaMapCodec.KEY_HEADER, Entries.RUN + "-7");
    assertThat(handler.readJava(headers, map)).isEqualTo(Entries.line(7, "a a"));
  }

  @Test
  void aGadgetIsNeverDeserialized() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(new HashMap<>(Map.of("a", new Gadget())));
    }
    Map<String, Object> headers = Map.of(JavaMapCodec.KEY_HEADER, Entries.RUN + "-7");

    assertThatThrownBy(() -> handler.readJava(headers, bytes.toByteArray()))
        .isInstanceOf(MalformedMessageException.class);
    assertThat(GADGETS_RUN).hasValue(0);
  }

  @Test
  void aMissingIdentityIsMalformed() {
    assertThatThrownBy(() -> handler.readJava(null, map))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessageContaining("idempotency-key is missing");
    assertThatThrownBy(() -> handler.readJava(Map.of("other", "x"), map))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessageContaining("idempotency-key is missing");
  }

  @Test
  void anIdentityOfAnotherTypeIsMalformed() {
    for (Object key : new Object[] {7L, 7, true, Map.of("run", "x"), "../x", Entries.RUN + "--1"}) {
      assertThatThrownBy(() -> handler.readJava(Map.of(JavaMapCodec.KEY_HEADER, key), map))
          .isInstanceOf(MalformedMessageException.class);
    }
  }
}
