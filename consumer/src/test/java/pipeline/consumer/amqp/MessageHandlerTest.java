package pipeline.consumer.amqp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
