package pipeline.wire.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.identity.RunId;

/** The messages of our servers are read without a parser, and always as the parser reads them. */
class CanonicalJsonTest {
  private static final String ENTRY =
      "{\"run\":\"4f1c00000000000000000000000000Ab\",\"seq\":17,\"words\":{\"Hello\":2,\"a\":1}}";
  private static final String END = "{\"run\":\"4f1c00000000000000000000000000Ab\",\"lines\":18}";
  private static final String BODY = "[" + ENTRY + "," + ENTRY.replace("17", "0") + "," + END + "]";

  private final WordCountFormat format = new WordCountFormat();
  private final BatchDecoder<Map<String, Integer>> decoder = new BatchDecoder<>(format);

  private void assertReadAsJson(byte[] body) throws MalformedMessageException {
    assertThat(decoder.readPlain(body)).isNotNull().isEqualTo(decoder.parse(body));
  }

  /** Asserts that the plain reader leaves a body to the parser, be it well-formed or not. */
  private void assertLeftAlone(String body) {
    assertThat(decoder.readPlain(body.getBytes(UTF_8))).isNull();
  }

  @Test
  void ourOwnMessagesAreRead() throws MalformedMessageException {
    EntryEncoder<Map<String, Integer>> encoder = new EntryEncoder<>(format);
    RunId run = new RunId(-1, 1);
    byte[] words =
        encoder.encode(Entry.single(new RequestKey(run, 7), Map.of("größe", 1, "\"😀\"\\", 9)));
    byte[] none = encoder.encode(Entry.single(new RequestKey(run, 999_999_999), Map.of()));

    byte[] end = encoder.encode(new RunEnd(run, 999_999_999));

    assertReadAsJson(EntryEncoder.join(List.of(words, none, end, words)));
    assertReadAsJson(EntryEncoder.join(List.of(end)));
  }

  @Test
  void wordsOfOnePlaceInTheTableAreKeptApart() throws MalformedMessageException {
    // "Aa" and "BB" have the same hash
    for (String word : List.of("Aa", "BB", "Aa", "AaBB", "BBAa", "BBBB", "Aa")) {
      assertReadAsJson(BODY.replace("Hello", word).getBytes(UTF_8));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\n", "\\u0041", "\\", "\n", "\u0000", "\uFFFD", "a\":1,\"a"})
  void wordsThatNeedTheParserAreLeftToIt(String word) {
    assertLeftAlone(BODY.replace("Hello", word));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "01", "1.0", "1e1", "2147483648", "1000000000", "", " 1", "a"})
  void countsThatNeedTheParserAreLeftToIt(String count) {
    assertLeftAlone(BODY.replace("2", count));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-1", "018", "1.0", "2147483648", "", " 1", "\"1\"", "[1]", "1,\"seq\":1"})
  void endsThatNeedTheParserAreLeftToIt(String lines) {
    assertLeftAlone(BODY.replace(":18}", ":" + lines + "}"));
  }

  @Test
  void bytesThatAreNotUtf8AreLeftToTheParser() {
    byte[] body = BODY.getBytes(UTF_8);
    int word = BODY.indexOf("Hello");
    body[word] = (byte) 0xC1; // an overlong A
    body[word + 1] = (byte) 0x81;

    assertThat(decoder.readPlain(body)).isNull();
  }

  @Test
  void whatIsLongerThanMessagesAreIsLeftToTheParser() {
    assertLeftAlone(BODY.replace("Hello", "x".repeat(BatchDecoder.MAX_MESSAGE_BYTES)));
  }

  @Property(tries = 3_000)
  void aChangedByteIsJudgedAsTheParserJudgesIt(
      @ForAll @IntRange(max = 290) int place, @ForAll byte changed)
      throws MalformedMessageException {
    byte[] body = BODY.getBytes(UTF_8);
    body[place % body.length] = changed;

    if (decoder.readPlain(body) != null) {
      assertReadAsJson(body);
    }
  }

  @Property(tries = 500)
  void aCutMessageIsLeftToTheParser(@ForAll @IntRange(max = 290) int length) {
    assertLeftAlone(BODY.substring(0, length % BODY.length()));
    assertLeftAlone(BODY + BODY.substring(0, 1 + length % BODY.length()));
  }
}
