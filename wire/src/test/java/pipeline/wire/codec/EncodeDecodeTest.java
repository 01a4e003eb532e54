package pipeline.wire.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.NotEmpty;
import net.jqwik.api.constraints.Size;
import org.apache.commons.lang3.SerializationUtils;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/** The decoder reads all that the encoder writes; anything else is malformed. */
class EncodeDecodeTest {
  private static final String RUN = "4f1c0000000000000000000000000001";

  private final EntryEncoder<Map<String, Integer>> encoder =
      new EntryEncoder<>(new WordCountFormat());
  private final BatchDecoder<Map<String, Integer>> decoder =
      new BatchDecoder<>(new WordCountFormat());

  @Test
  void aMessageHasTheFormOfTheContract() {
    byte[] entry =
        encoder.encode(Entry.single(new RequestKey(RunId.parse(RUN), 17), Map.of("Hello", 2)));

    assertThat(new String(EntryEncoder.join(List.of(entry, entry)), UTF_8))
        .isEqualTo(
            "[{'run':'%1$s','seq':17,'words':{'Hello':2}},{'run':'%1$s','seq':17,'words':{'Hello':2}}]"
                .formatted(RUN)
                .replace('\'', '"'));
  }

  @Property(tries = 200)
  void whatIsEncodedIsDecoded(
      @ForAll @Size(min = 1, max = 5)
          List<@Size(max = 8) Map<@NotEmpty String, @IntRange(min = 1) Integer>> lines)
      throws MalformedMessageException {
    List<Entry<Map<String, Integer>>> entries = new ArrayList<>();
    for (Map<String, Integer> line : lines) {
      if (line.keySet().stream()
          .allMatch(word -> WordCountFormat.isWord(word) && UTF_8.newEncoder().canEncode(word))) {
        entries.add(Entry.single(new RequestKey(new RunId(7, -7), entries.size()), line));
      }
    }
    if (!entries.isEmpty()) {
      List<byte[]> encoded = entries.stream().map(encoder::encode).toList();

      assertThat(decoder.decode(EntryEncoder.join(encoded))).isEqualTo(entries);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "{}",
        "[]",
        "[1]",
        "[[]]",
        "[{}]",
        "[{\"run\":\"" + RUN + "\",\"seq\":1}]",
        "[{\"run\":\"4f1c\",\"seq\":1,\"words\":{}}]",
        "[{\"run\":7,\"seq\":1,\"words\":{}}]",
        "[{\"run\":\"" + RUN + "\",\"seq\":-1,\"words\":{}}]",
        "[{\"run\":\"" + RUN + "\",\"seq\":\"1\",\"words\":{}}]",
        "[{\"run\":\"" + RUN + "\",\"seq\":1.5,\"words\":{}}]",
        "[{\"run\":\"" + RUN + "\",\"seq\":4294967296,\"words\":{}}]",
        "[{\"run\":\"" + RUN + "\",\"seq\":1,\"words\":[]}]",
        "[{\"run\":\"" + RUN + "\",\"seq\":1,\"words\":{\"a\":0}}]",
        "[{\"run\":\"" + RUN + "\",\"seq\":1,\"words\":{\"a\":\"1\"}}]",
        "[{\"run\":\"" + RUN + "\",\"seq\":1,\"words\":{\"a\":1,\"a\":2}}]",
        "[{\"run\":\"" + RUN + "\",\"seq\":1,\"words\":{},\"more\":1}]",
        "[{\"run\":\"" + RUN + "\",\"seq\":1,\"words\":{}}]x",
        "[{\"run\":\"" + RUN + "\",\"seq\":1,\"words\":{}},]",
        "[{\"run\":\"" + RUN + "\",\"seq\":1,\"words\":{}}",
        "[{\"run\":\"" + RUN + "\",\"seq\":1,\"words\":{\"a\":{\"b\":1}}}]"
      })
  void whatIsNotOfTheContractsFormIsMalformed(String body) {
    assertThatThrownBy(() -> decoder.decode(body.getBytes(UTF_8)))
        .isInstanceOf(MalformedMessageException.class);
  }

  private static String entry(int seq, String words) {
    return "{\"run\":\"" + RUN + "\",\"seq\":" + seq + ",\"words\":" + words + "}";
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "a\\tb", "\\n", "\\u000b", "\\f", "a\\r"})
  void wordsThatNoLineHasAreMalformed(String word) {
    String body = "[" + entry(0, "{\"" + word + "\":1}") + "]";
    assertThatThrownBy(() -> decoder.decode(body.getBytes(UTF_8)))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessage("a word is empty or has a blank in it");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1",
        "null",
        "\"é\\\"]\"",
        "[[{}],{}]",
        "{}",
        "{\"more\":[{\"a\":[1]}],\"run\":1}",
        "{\"run\":\"" + RUN + "\",\"seq\":4294967296,\"words\":{}}",
        "{\"run\":\"" + RUN + "\",\"seq\":1,\"words\":{\"a\":{\"b\":1}}}",
        "{\"run\":\"" + RUN + "\",\"seq\":1,\"words\":{\"a b\":1}}"
      })
  void aMalformedEntryIsToldApartFromItsNeighbours(String malformed) throws Exception {
    String body =
        "[" + entry(0, "{\"a\":1}") + ", " + malformed + " ," + entry(2, "{\"é\":1}") + "]";
    BatchDecoder.Decoded<Map<String, Integer>> decoded = decoder.decodeEach(body.getBytes(UTF_8));

    assertThat(decoded.entries()).extracting(entry -> entry.key().seq()).containsExactly(0, 2);
    assertThat(decoded.malformed())
        .singleElement()
        .satisfies(
            bad -> {
              assertThat(bad.json()).isEqualTo(malformed);
              assertThat(bad.reason()).isNotBlank();
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"[%s,1", "[%s,{\"run\":1", "[%s,{\"run\":{]", "[%s,{\"seq\":x}]", "[%s,]"})
  void brokenJsonSpoilsTheWholeMessage(String body) {
    String whole = body.formatted(entry(0, "{\"a\":1}"));
    assertThatThrownBy(() -> decoder.decodeEach(whole.getBytes(UTF_8)))
        .isInstanceOf(MalformedMessageException.class);
  }

  @Test
  void aMessageOfThousandsOfMalformedEntriesIsMalformedAsAWhole() {
    byte[] body = ("[" + "1,".repeat(2_000) + "1]").getBytes(UTF_8);
    assertThatThrownBy(() -> decoder.decodeEach(body))
        .isInstanceOf(MalformedMessageException.class);
  }

  @Test
  void aSerializedObjectIsMalformedNotDeserialized() {
    byte[] map = SerializationUtils.serialize(new HashMap<>(Map.of("a", 1)));
    assertThatThrownBy(() -> decoder.decode(map)).isInstanceOf(MalformedMessageException.class);
  }

  @Test
  void aMessageLongerThanTheLimitIsRefusedBeforeAnyOfItIsRead() {
    // neither UTF-8 nor JSON nor a serialized object: a reader of the content would name that
    // instead
    byte[] body = new byte[BatchDecoder.MAX_MESSAGE_BYTES + 1];
    Arrays.fill(body, (byte) 0xFF);

    for (ThrowingCallable reading :
        new ThrowingCallable[] {() -> decoder.decode(body), () -> decoder.decodeEach(body)}) {
      assertThatThrownBy(reading)
          .isInstanceOf(MalformedMessageException.class)
          .hasMessage("a message of 8388609 bytes is longer than 8388608");
    }
  }
}
