package pipeline.consumer.amqp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.rabbitmq.client.AMQP.BasicProperties;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.consumer.store.Entries;
import pipeline.consumer.store.Refusal;
import pipeline.consumer.store.Store;
import pipeline.consumer.store.memory.CountsFixture;
import pipeline.consumer.store.memory.InMemoryCounts;
import pipeline.consumer.workload.WordCountHandler;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.MalformedMessageException;
import pipeline.wire.codec.PayloadFormat;
import pipeline.wire.identity.RunId;

class MessageHandlerTest {
  private static final byte[] TWICE =
      Entries.message(List.of(Entries.line(0, "a"), Entries.line(0, "a")));

  private final InMemoryCounts<Map<String, Integer>> counts = CountsFixture.words();
  private final ConsumerStats stats = new ConsumerStats();
  private final MessageHandler<Map<String, Integer>> handler = on(counts);

  private MessageHandler<Map<String, Integer>> on(Store<Map<String, Integer>> store) {
    return new MessageHandler<>(new WordCountHandler(), store, stats);
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
    handle(contentType("application/json"), TWICE);
    handle(contentType("application/json"), TWICE);
    assertThat(CountsFixture.asMap(counts)).isEqualTo(Map.of("a", 1L));
  }

  @Test
  void aMalformedEntryIsRefusedAloneAndItsNeighboursAreCounted() throws Exception {
    byte[] body = new String(TWICE, UTF_8).replace("},{", "},7,{").getBytes(UTF_8);
    handle(contentType("application/json"), body);
    assertThat(counts.lines()).isEqualTo(1);
    assertThat(refused).asString().isEqualTo("[7]");
    assertThat(reason).isEqualTo("an entry is not an object");
  }

  @Test
  void aMessageOfMalformedEntriesOnlyIsRefusedAsItCame() throws Exception {
    byte[] body = "[7, 7]".getBytes(UTF_8);

    handle(contentType("application/json"), body);
    assertThat(refused).isSameAs(body);
    assertThat(counts.lines()).isZero();
  }

  @Test
  void entriesOfRunsBeyondTheLimitAreAMessageOfTheirOwn() throws Exception {
    List<Entry<Map<String, Integer>>> lines =
        List.of(Entries.line(0, "a"), Entries.line(new RunId(0, 7), 0, "b"));
    InMemoryCounts<Map<String, Integer>> one = CountsFixture.words(1);
    on(one).handle(contentType("application/json"), Entries.message(lines), this::refuse);
    assertThat(one.lines()).isEqualTo(1);
    assertThat(refused).isEqualTo(Entries.message(lines.subList(1, 2)));
    assertThat(reason).contains("--max-runs");
    assertThat(stats.refused(Refusal.RUNS)).isEqualTo(1);
  }

  @Test
  void aRefusedRangeIsALetterOfItsOwnInTheFormInWhichItCame() throws Exception {
    Entry<Map<String, Integer>> range = Entries.together(5, 8);
    InMemoryCounts<Map<String, Integer>> one = CountsFixture.words(1);
    byte[] body = Entries.message(List.of(Entries.line(new RunId(0, 7), 0, "b"), range));
    on(one).handle(contentType("application/json"), body, this::refuse);

    assertThat(one.lines()).isEqualTo(1);
    assertThat(refused)
        .isEqualTo(Entries.message(List.of(range)))
        .asString()
        .contains("\"first\":5");
    assertThat(reason).contains("--max-runs");
    assertThat(stats.refused(Refusal.RUNS)).isEqualTo(3);
  }

  @Test
  void whatACommitRefusesIsALetterAndIsCountedThen() throws Exception {
    RefusingStore store = new RefusingStore();
    List<Entry<Map<String, Integer>>> lines = List.of(Entries.line(0, "refuse"));
    on(store).handle(contentType("application/json"), Entries.message(lines), this::refuse);
    assertThat(refused).isNull();
    assertThat(stats.refused(Refusal.WORDS)).isZero();

    store.commit();
    assertThat(refused).isEqualTo(Entries.message(lines));
    assertThat(reason).contains("--max-words");
    assertThat(stats.refused(Refusal.WORDS)).isEqualTo(1);
  }

  @Test
  void linesOfARangeAreCountedAndAMalformedRangeIsRefusedAlone() throws Exception {
    String good = new String(Entries.message(List.of(Entries.together(5, 8))), UTF_8);
    String bad = good.substring(1, good.length() - 1).replace("[0,1]", "[0,9]");
    handle(contentType("application/json"), good.replace("]}]", "]}," + bad + "]").getBytes(UTF_8));

    assertThat(counts.lines()).isEqualTo(3);
    assertThat(refused).asString().isEqualTo("[" + bad + "]");
    assertThat(reason).isEqualTo("a line of a range names a word that is not there");
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/plain", "application/x-java-serialized-object", "APPLICATION/JSON"})
  void otherContentTypesAreNotRead(String type) {
    assertThatThrownBy(() -> handle(contentType(type), TWICE))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessageContaining(type);
    assertThatThrownBy(() -> handle(new BasicProperties(), TWICE))
        .isInstanceOf(MalformedMessageException.class);
  }

  @Test
  void aFaultOfTheReaderIsAMalformedMessage() {
    PayloadFormat<Map<String, Integer>> faulty =
        new PayloadFormat<>() {
          @Override
          public String field() {
            return "words";
          }

          @Override
          public void write(Map<String, Integer> words, JsonGenerator json) {
            throw new AssertionError("nothing is written");
          }

          @Override
          public Map<String, Integer> read(JsonParser json) {
            throw new IllegalStateException("a fault of the reader");
          }
        };
    WordCountHandler workload =
        new WordCountHandler() {
          @Override
          public PayloadFormat<Map<String, Integer>> format() {
            return faulty;
          }
        };
    MessageHandler<Map<String, Integer>> reading = new MessageHandler<>(workload, counts, stats);
    assertThatThrownBy(() -> reading.handle(contentType("application/json"), TWICE, this::refuse))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessageContaining("a fault of the reader");
    assertThat(counts.lines()).isZero();
  }
}
