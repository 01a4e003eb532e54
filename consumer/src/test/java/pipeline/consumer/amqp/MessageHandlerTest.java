package pipeline.consumer.amqp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.AMQP.BasicProperties;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.consumer.store.Lines;
import pipeline.consumer.store.Refusal;
import pipeline.consumer.store.memory.CountsFixture;
import pipeline.consumer.store.memory.InMemoryCounts;
import pipeline.consumer.store.memory.MemoryStore;
import pipeline.wire.codec.BatchDecoder;
import pipeline.wire.codec.BatchDecoder.Decoded;
import pipeline.wire.codec.BatchDecoder.MalformedEntry;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.MalformedMessageException;
import pipeline.wire.codec.WordCounts;
import pipeline.wire.identity.RunId;

class MessageHandlerTest {
  private static final byte[] BODY = {1};

  private final InMemoryCounts<Map<String, Integer>> counts = CountsFixture.words();
  private final ConsumerStats stats = new ConsumerStats();
  private final MessageHandler<Map<String, Integer>> handler =
      new MessageHandler<>(
          Map.of("application/json", MessageHandlerTest::read),
          new WordCounts(),
          new MemoryStore<>(counts),
          stats);

  private static Decoded<Map<String, Integer>> read(BasicProperties properties, byte[] body) {
    if (body.length == 0) {
      throw new IllegalStateException("a fault of the reader");
    }
    List<MalformedEntry> malformed =
        body.length == 1 ? List.of() : List.of(new MalformedEntry("7", "odd"));
    List<Entry<Map<String, Integer>>> twice = List.of(Lines.line(0, "a"), Lines.line(0, "a"));
    return new Decoded<>(body.length == 2 ? List.of() : twice, malformed);
  }

  private byte[] refused;
  private String reason;

  private void refuse(byte[] body, String why) {
    refused = body;
    reason = why;
  }

  private void handle(BasicProperties properties, byte[] body) throws MalformedMessageException {
    handler.handle(properties, body, this::refuse);
  }

  private static BasicProperties contentType(String type) {
    return new BasicProperties.Builder().contentType(type).build();
  }

  @Test
  void countsAnEntryOnceHoweverOftenItComes() throws Exception {
    handle(contentType("application/json"), BODY);
    handle(contentType("application/json"), BODY);
    assertThat(CountsFixture.asMap(counts)).isEqualTo(Map.of("a", 1L));
  }

  @Test
  void aMalformedEntryIsRefusedAloneAndItsNeighboursAreCounted() throws Exception {
    handle(contentType("application/json"), new byte[3]);
    assertThat(counts.lines()).isEqualTo(1);
    assertThat(refused).asString().isEqualTo("[7]");
    assertThat(reason).isEqualTo("odd");
  }

  @Test
  void aMessageOfMalformedEntriesOnlyIsRefusedAsItCame() throws Exception {
    byte[] body = new byte[2];

    handle(contentType("application/json"), body);
    assertThat(refused).isSameAs(body);
    assertThat(counts.lines()).isZero();
  }

  @Test
  void entriesOfRunsBeyondTheLimitAreAMessageOfTheirOwn() throws Exception {
    List<Entry<Map<String, Integer>>> lines =
        List.of(Lines.line(0, "a"), Lines.line(new RunId(0, 7), 0, "b"));
    InMemoryCounts<Map<String, Integer>> one = CountsFixture.words(1);
    new MessageHandler<>(
            Map.of("application/json", (properties, body) -> new Decoded<>(lines, List.of())),
            new WordCounts(),
            new MemoryStore<>(one),
            stats)
        .handle(contentType("application/json"), BODY, this::refuse);
    assertThat(one.lines()).isEqualTo(1);
    assertThat(refused).isEqualTo(Lines.message(lines.subList(1, 2)));
    assertThat(reason).contains("--max-runs");
    assertThat(stats.refused(Refusal.RUNS)).isEqualTo(1);
  }

  @Test
  void aRefusedRangeIsALetterOfItsOwnInTheFormInWhichItCame() throws Exception {
    Entry<Map<String, Integer>> range = Lines.together(5, 8);
    InMemoryCounts<Map<String, Integer>> one = CountsFixture.words(1);
    BatchDecoder<Map<String, Integer>> decoder = new BatchDecoder<>(new WordCounts());
    byte[] body = Lines.message(List.of(Lines.line(new RunId(0, 7), 0, "b"), range));
    new MessageHandler<>(
            Map.of("application/json", (properties, bytes) -> decoder.decodeEach(bytes)),
            new WordCounts(),
            new MemoryStore<>(one),
            stats)
        .handle(contentType("application/json"), body, this::refuse);

    assertThat(one.lines()).isEqualTo(1);
    assertThat(refused).isEqualTo(Lines.message(List.of(range))).asString().contains("\"first\":5");
    assertThat(reason).contains("--max-runs");
    assertThat(stats.refused(Refusal.RUNS)).isEqualTo(3);
  }

  @Test
  void whatACommitRefusesIsALetterAndIsCountedThen() throws Exception {
    RefusingStore store = new RefusingStore();
    List<Entry<Map<String, Integer>>> lines = List.of(Lines.line(0, "refuse"));
    new MessageHandler<>(
            Map.of("application/json", (properties, body) -> new Decoded<>(lines, List.of())),
            new WordCounts(),
            store,
            stats)
        .handle(contentType("application/json"), BODY, this::refuse);
    assertThat(refused).isNull();
    assertThat(stats.refused(Refusal.WORDS)).isZero();

    store.commit();
    assertThat(refused).isEqualTo(Lines.message(lines));
    assertThat(reason).contains("--max-words");
    assertThat(stats.refused(Refusal.WORDS)).isEqualTo(1);
  }

  @Test
  void linesOfARangeAreCountedAndAMalformedRangeIsRefusedAlone() throws Exception {
    BatchDecoder<Map<String, Integer>> decoder = new BatchDecoder<>(new WordCounts());
    String good = new String(Lines.message(List.of(Lines.together(5, 8))), UTF_8);
    String bad = good.substring(1, good.length() - 1).replace("[0,1]", "[0,9]");
    new MessageHandler<>(
            Map.of("application/json", (properties, bytes) -> decoder.decodeEach(bytes)),
            new WordCounts(),
            new MemoryStore<>(counts),
            stats)
        .handle(
            contentType("application/json"),
            good.replace("]}]", "]}," + bad + "]").getBytes(UTF_8),
            this::refuse);

    assertThat(counts.lines()).isEqualTo(3);
    assertThat(refused).asString().isEqualTo("[" + bad + "]");
    assertThat(reason).isEqualTo("a line of a range names a word that is not there");
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/plain", "application/x-java-serialized-object", "APPLICATION/JSON"})
  void otherContentTypesAreNotRead(String type) {
    assertThatThrownBy(() -> handle(contentType(type), BODY))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessageContaining(type);
    assertThatThrownBy(() -> handle(new BasicProperties(), BODY))
        .isInstanceOf(MalformedMessageException.class);
  }

  @Test
  void aFaultOfTheReaderIsAMalformedMessage() {
    assertThatThrownBy(() -> handle(contentType("application/json"), new byte[0]))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessageContaining("a fault of the reader");
    assertThat(counts.lines()).isZero();
  }
}
