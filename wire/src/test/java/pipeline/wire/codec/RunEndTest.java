package pipeline.wire.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.wire.codec.BatchDecoder.Decoded;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.identity.RunId;

/** The ends of runs in messages, beside entries and without them. */
class RunEndTest {
  private static final RunId RUN = RunId.parse("019abcdef0127abc8def0123456789ab");

  private final EntryEncoder<Map<String, Integer>> encoder =
      new EntryEncoder<>(new WordCountFormat());
  private final BatchDecoder<Map<String, Integer>> decoder =
      new BatchDecoder<>(new WordCountFormat());

  @Test
  void anEndHasTheFormOfTheContract() {
    assertThat(new String(encoder.encode(new RunEnd(RUN, 9_930)), UTF_8))
        .isEqualTo("{\"run\":\"019abcdef0127abc8def0123456789ab\",\"lines\":9930}");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 999_999_999, 1_000_000_000, RunEnd.MAX_LINES})
  void anEndMayBeAllThatAMessageHas(long lines) throws MalformedMessageException {
    RunEnd end = new RunEnd(RUN, lines);
    byte[] body = EntryEncoder.join(List.of(encoder.encode(end)));

    assertThat(decoder.decodeEach(body))
        .isEqualTo(new Decoded<>(List.of(), List.of(end), List.of()));
    assertThat(decoder.parse(body).ends()).containsExactly(end);
  }

  @Test
  void endsStandBesideLinesOfAnyRun() throws MalformedMessageException {
    Entry<Map<String, Integer>> line = Entry.single(new RequestKey(RUN, 7), Map.of("a", 1));
    List<RunEnd> ends = List.of(new RunEnd(RUN, 8), new RunEnd(new RunId(1, 2), 0));
    byte[] body =
        EntryEncoder.join(
            List.of(
                encoder.encode(ends.get(0)), encoder.encode(line), encoder.encode(ends.get(1))));

    assertThat(decoder.decodeEach(body)).isEqualTo(new Decoded<>(List.of(line), ends, List.of()));
    assertThat(decoder.decode(body)).containsExactly(line);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"lines\":-1",
        "\"lines\":2147483649",
        "\"lines\":18446744073709551616",
        "\"lines\":1.5",
        "\"lines\":\"1\"",
        "\"lines\":null",
        "\"lines\":[{}]",
        "\"lines\":1,\"seq\":0",
        "\"lines\":1,\"seq\":-1",
        "\"lines\":1,\"words\":{}",
        "\"lines\":1,\"seq\":0,\"words\":{}",
        "\"lines\":-1,\"seq\":0,\"words\":{}",
        "\"lines\":1,\"first\":0",
        "\"lines\":1,\"more\":0"
      })
  void anEndOfAnotherFormIsMalformedAndItsNeighboursAreNot(String fields) throws Exception {
    String malformed = "{\"run\":\"" + RUN + "\"," + fields + "}";
    String end = new String(encoder.encode(new RunEnd(RUN, 1)), UTF_8);
    String body = "[" + end + "," + malformed + "," + end + "]";

    Decoded<?> decoded = decoder.decodeEach(body.getBytes(UTF_8));

    assertThat(decoded.ends()).hasSize(2);
    assertThat(decoded.entries()).isEmpty();
    assertThat(decoded.malformed())
        .singleElement()
        .satisfies(bad -> assertThat(bad.json()).isEqualTo(malformed));
  }

  @Test
  void aNumberOfLinesThatNoRunCanHaveIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new RunEnd(RUN, -1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RunEnd(RUN, RunEnd.MAX_LINES + 1))
        .withMessage("a run has from 0 to 2147483648 lines");
  }
}
