package pipeline.consumer.amqp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.rabbitmq.client.AMQP.BasicProperties;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import org.apache.commons.lang3.StringUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.consumer.store.CountedStore;
import pipeline.consumer.store.Entries;
import pipeline.consumer.store.RunFigures;
import pipeline.consumer.store.file.FileStore;
import pipeline.consumer.workload.WordCountHandler;
import pipeline.wire.codec.BatchDecoder;
import pipeline.wire.codec.MalformedMessageException;
import pipeline.wire.codec.WordCountFormat;
import pipeline.wire.identity.RunId;

/** A message is counted but for what cannot be read or is forgotten, which is refused alone. */
class MessageHandlerTest {
  private static final byte[] TWICE =
      Entries.message(List.of(Entries.line(0, "a"), Entries.line(0, "a")));

  private final FileStore<Map<String, Integer>> counts = CountedStore.words();
  private final ConsumerStats stats = new ConsumerStats();
  private final MessageHandler<Map<String, Integer>> handler =
      new MessageHandler<>(new WordCountHandler(), counts, stats);

  private byte[] refused;
  private String reason;

  private void refuse(byte[] body, String why) {
    refused = body;
    reason = why;
  }

  private void handle(BasicProperties properties, byte[] body) {
    handler.handle(properties, body, this::refuse);
  }

  private void handle(byte[] json) {
    handle(contentType("application/json"), json);
  }

  private static BasicProperties contentType(String type) {
    return new BasicProperties.Builder().contentType(type).build();
  }

  @Test
  void aMessageOfMalformedEntriesOnlyIsRefusedAsItCame() throws Exception {
    byte[] body = "[7, 7]".getBytes(UTF_8);

    handle(body);
    assertThat(refused).isSameAs(body);
    assertThat(counts.reader().lines()).isZero();
  }

  @Test
  void aRangeAndAnEndOfAForgottenRunAreALetterOfTheirOwnInTheFormInWhichTheyCame()
      throws Exception {
    RunId forgotten = forgottenRun();
    String both =
        new String(Entries.message(List.of(Entries.together(5, 8))), UTF_8)
            .replace("}]", "},{\"run\":\"" + Entries.RUN + "\",\"lines\":8}]")
            .replace(Entries.RUN.toString(), forgotten.toString());
    String known =
        new String(Entries.message(List.of(Entries.line(0, "a"))), UTF_8)
            .replace("}]", "},{\"run\":\"" + Entries.RUN + "\",\"lines\":9}]");
    handle((StringUtils.chop(both) + "," + known.substring(1)).getBytes(UTF_8));

    assertThat(refused).asString().isEqualTo(both);
    assertThat(reason).contains("already forgotten");
    assertThat(stats.forgotten().sum()).isEqualTo(4);
    assertThat(CountedStore.asMap(counts.reader())).isEqualTo(Map.of("a", 1L, "forgotten", 1L));
    assertThat(CountedStore.runs(counts.reader()))
        .singleElement()
        .satisfies(run -> assertThat(run.ends()).contains(9L));
  }

  @Test
  void aMessageOfEndsOnlyClosesItsRuns() throws Exception {
    String end = "[{\"run\":\"" + Entries.RUN + "\",\"lines\":2}]";
    handle(end.getBytes(UTF_8));
    assertThat(refused).isNull();
    assertThat(CountedStore.runs(counts.reader()))
        .singleElement()
        .satisfies(run -> assertThat(run.missing()).isEqualTo(2));
  }

  /**
   * The messages were taken from the queue of an old server.jar, whose runs had no ends and ids of
   * any form.
   */
  @Test
  void messagesOfTheBuildBeforeAreCountedOnceUnderIdsThatTellNoStart() throws Exception {
    forgottenRun();
    List<String> bodies =
        List.of(
            "[{'run':'~','seq':0,'words':{'a':2,'b':1}}]",
            "[{'run':'~','seq':1,'words':{'*':1,'été':1}}]",
            "[{'run':'~','seq':0,'words':{'a':2,'b':1}}]",
            "[{'run':'~','first':70000,'words':['one','two','three'],'lines':[[0,1],[2],[2,1]]}]",
            "[{'run':'01a2340d0c007abc8000000000000000','seq':5,'words':{'a':1}}]");
    for (String body : bodies) {
      String json = body.replace('\'', '"').replace("~", "000102030405060708090a0b0c0d0e0f");
      handle(json.getBytes(UTF_8));
    }
    assertThat(refused).isNull();
    assertThat(CountedStore.asMap(counts.reader()))
        .containsAllEntriesOf(Map.of("a", 3L, "b", 1L, "*", 1L, "été", 1L, "one", 1L, "two", 2L));
    assertThat(CountedStore.runs(counts.reader()))
        .extracting(RunFigures::run, RunFigures::lines, RunFigures::duplicates)
        .containsExactly(
            tuple(Entries.RUN, 5L, 1L),
            tuple(RunId.parse("01a2340d0c007abc8000000000000000"), 1L, 0L));
  }

  /** A run that is forgotten, though a line of it was counted. */
  private RunId forgottenRun() throws IOException {
    RunId run = RunId.startingAt(1_000, new SecureRandom());
    counts.add(List.of(Entries.line(run, 0, "forgotten")), List.of());
    counts.forget(2_000);
    return run;
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"text/plain", "application/x-java-serialized-object", "APPLICATION/JSON"})
  void otherContentTypesAreNotRead(String type) {
    handle(contentType(type), TWICE);
    assertThat(refused).isSameAs(TWICE);
    assertThat(reason).contains("the content type is " + type);
  }

  /** Without a body the reader fails as it would at a fault of its own. */
  @Test
  void aFaultOfTheReaderIsAMalformedMessage() {
    BatchDecoder<?> decoder = new BatchDecoder<>(new WordCountFormat());
    assertThatThrownBy(() -> MessageHandler.read(decoder, contentType("application/json"), null))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessageStartingWith("cannot be read: java.lang.");
  }
}
