package pipeline.consumer.amqp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.AMQP.BasicProperties;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.consumer.store.Lines;
import pipeline.consumer.store.memory.CountsFixture;
import pipeline.consumer.store.memory.InMemoryCounts;
import pipeline.consumer.store.memory.MemoryStore;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.MalformedMessageException;

class MessageHandlerTest {
  private static final byte[] BODY = {1};

  private final InMemoryCounts<Map<String, Integer>> counts = CountsFixture.words();
  private final MessageHandler<Map<String, Integer>> handler =
      new MessageHandler<>(
          Map.of("application/json", MessageHandlerTest::read), new MemoryStore<>(counts));

  private static List<Entry<Map<String, Integer>>> read(BasicProperties properties, byte[] body) {
    if (body.length == 0) {
      throw new IllegalStateException("a fault of the reader");
    }
    return List.of(Lines.line(0, "a"), Lines.line(0, "a"));
  }

  private static BasicProperties contentType(String type) {
    return new BasicProperties.Builder().contentType(type).build();
  }

  @Test
  void countsAnEntryOnceHoweverOftenItComes() throws Exception {
    handler.handle(contentType("application/json"), BODY);
    handler.handle(contentType("application/json"), BODY);
    assertThat(CountsFixture.asMap(counts)).isEqualTo(Map.of("a", 1L));
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/plain", "application/x-java-serialized-object", "APPLICATION/JSON"})
  void otherContentTypesAreNotRead(String type) {
    assertThatThrownBy(() -> handler.handle(contentType(type), BODY))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessageContaining(type);
    assertThatThrownBy(() -> handler.handle(new BasicProperties(), BODY))
        .isInstanceOf(MalformedMessageException.class);
  }

  @Test
  void aFaultOfTheReaderIsAMalformedMessage() {
    assertThatThrownBy(() -> handler.handle(contentType("application/json"), new byte[0]))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessageContaining("a fault of the reader");
    assertThat(counts.lines()).isZero();
  }
}
