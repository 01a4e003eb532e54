package pipeline.wire.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.apache.commons.lang3.SerializationUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.wire.codec.BatchDecoder.Decoded;
import pipeline.wire.codec.BatchDecoder.MalformedEntry;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.identity.RunId;

/** The decoder reads all that the encoder writes, lines and ranges; anything else is malformed. */
class EncodeDecodeTest {
  private static final RunId RUN = RunId.parse("4f1c0000000000000000000000000001");
  private static final String FIRST = "{\"run\":\"" + RUN + "\",\"first\":";
  private static final String GOOD = withRun("{`run`:`R`,`seq`:2,`words`:{`é`:1}}");

  private final EntryEncoder<Map<String, Integer>> encoder =
      new EntryEncoder<>(new WordCountFormat());
  private final BatchDecoder<Map<String, Integer>> decoder =
      new BatchDecoder<>(new WordCountFormat());

  /** JSON with the run in place of {@code R}, and quotes in place of backticks. */
  private static String withRun(String json) {
    return json.replace('`', '"').replace("\"R\"", "\"" + RUN + "\"");
  }

  @Test
  void aMessageOfLinesAndEndsHasTheFormOfTheContract() throws MalformedMessageException {
    Entry<Map<String, Integer>> line =
        Entry.single(new RequestKey(RUN, 17), Map.of("😀\"", 2147483647));
    List<RunEnd> ends = List.of(new RunEnd(RUN, 18), new RunEnd(RUN, RunEnd.MAX_LINES));
    byte[] body =
        EntryEncoder.join(
            List.of(
                encoder.encode(ends.get(0)), encoder.encode(line), encoder.encode(ends.get(1))));

    assertThat(new String(body, UTF_8))
        .isEqualTo(
            withRun(
                "[{`run`:`R`,`lines`:18},{`run`:`R`,`seq`:17,`words`:{`😀\\\"`:2147483647}},"
                    + "{`run`:`R`,`lines`:2147483648}]"));
    assertThat(decoder.decodeEach(body)).isEqualTo(new Decoded<>(List.of(line), ends, List.of()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RunEnd(RUN, RunEnd.MAX_LINES + 1))
        .withMessage("a run has from 0 to 2147483648 lines");
  }

  /** Elements with one of several values in the place of {@code %s}, which two blanks part. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          %s | 1  null  `é\\`]`  [[{}],{}] | is not an object
          {%s} | ''  `run`:`R`,`seq`:1 | needs run, and seq from 0 with words
          {%s} | `more`:[{`a`:[1]}],`run`:1  `run`:7,`seq`:1,`words`:{} | unknown or of a wrong type
          {`run`:%s,`seq`:1,`words`:{}} | `4f1c` | 32 hex digits
          {`run`:`R`,`seq`:%s,`words`:{}} | -1 | seq is negative
          {`run`:`R`,`seq`:%s,`words`:{}} | `1`  1.5 | unknown or of a wrong type
          {`run`:`R`,`seq`:%s,`words`:{}} | 4294967296 | out of range
          {`run`:`R`,`seq`:1,`words`:%s} | {},`more`:1 | unknown or of a wrong type
          {`run`:`R`,`seq`:1,`words`:%s} | []  [`a`],`lines`:[[0]] | words is not an object
          {`run`:`R`,`seq`:1,`words`:{%s}} | `a`:0  `a`:`1`  `a`:{`b`:1} | not a positive whole
          {`run`:`R`,`seq`:1,`words`:{%s}} | ``:1  ` `:1  `\\n`:1 | empty or has a blank in it
          {`run`:`R`,`seq`:1,`words`:{%s}} | `a`:1,`\\u0061`:2 | stands twice
          {`run`:`R`,`seq`:1,%s,`words`:{}} | `run`:`R`  `seq`:1  `words`:{} | or repeats a field
          # a run's end
          {`run`:`R`,`lines`:1,%s} | `lines`:1 | or repeats a field
          {`run`:`R`,`lines`:%s} | -1  2147483649 | from 0 to 2147483648 lines
          {`run`:`R`,`lines`:%s} | 18446744073709551616 | out of range
          {`run`:`R`,`lines`:%s} | 1.5  `1`  [{}] | unknown or of a wrong type
          {`run`:`R`,`lines`:1,%s} | `seq`:0  `words`:{}  `seq`:0,`words`:{} | at the run's end
          # a range
          {`run`:`R`,`first`:1%s} | ''  ,`words`:{`a`:1},`lines`:[[0]] | lacks the array words
          {`run`:`R`,`first`:1%s} | ,`lines`:[[0]],`words`:[`a`] | lacks the array words
          {`run`:`R`,`first`:1,`words`:%s} | [`a`]  [`a`],`lines`:{} | lacks the array lines
          {`run`:`R`,`first`:1,`words`:%s,`lines`:[[0]]} | [`a`,`b`] | in none of its lines
          {`run`:`R`,`first`:1,`words`:%s,`lines`:[[0]]} | [`a`,`\\u0061`] | stands twice
          {`run`:`R`,`first`:1,`words`:%s,`lines`:[[0]]} | [`a b`] | has a blank in it
          {`run`:`R`,`first`:1,`words`:%s,`lines`:[[0]]} | [`\\ud83d`] | half of a surrogate pair
          {`run`:`R`,`first`:1,`words`:%s,`lines`:[[0]]} | [7] | is not a string
          {`run`:`R`,`first`:1,`words`:[`a`],`lines`:%s} | [] | from 1 to 1000000 lines
          {`run`:`R`,`first`:1,`words`:[`a`],`lines`:%s} | [0] | is not an array
          {`run`:`R`,`first`:1,`words`:[`a`],`lines`:%s} | [[0],[1]]  [[0],[-1]] | that is not there
          {`run`:`R`,`first`:1,`words`:[`a`],`lines`:%s} | [[0],[0.0]]  [[`0`]] | that is not there
          {`run`:`R`,`first`:1,`words`:[`a`],`lines`:%s} | [[4294967296]] | out of range
          {`run`:`R`,`first`:1,`words`:[`a`],`lines`:[[0]],%s} | `seq`:1  `more`:1 | of a wrong type
          {`run`:`R`,`first`:%s,`words`:[`a`],`lines`:[[0],[0]]} | `1` | of a wrong type
          {`run`:`R`,`first`:%s,`words`:[`a`],`lines`:[[0],[0]]} | -1 | seq is negative
          {`run`:`R`,`first`:%s,`words`:[`a`],`lines`:[[0],[0]]} | 2147483647 | pass the last number
          {`run`:`R`,`first`:%s,`words`:[`a`],`lines`:[[0],[0]]} | 2147483648 | out of range
          {`run`:`R`,%s,`lines`:[[0]]} | `seq`:1,`first`:1,`words`:[`a`] | of a wrong type
          {`run`:`R`,%s,`lines`:[[0]]} | `words`:{`a`:1},`first`:1 | of a wrong type
          """)
  void aMalformedElementIsToldApartFromItsNeighbours(String element, String values, String reason)
      throws MalformedMessageException {
    for (String value : values.split(" {2}", -1)) {
      String malformed = withRun(element.formatted(value.replace("''", "")));
      byte[] body = ("[" + GOOD + ", " + malformed + " ," + GOOD + "]").getBytes(UTF_8);
      Decoded<Map<String, Integer>> decoded = decoder.decodeEach(body);
      assertThat(decoded.entries()).extracting(entry -> entry.key().seq()).containsExactly(2, 2);
      assertThat(decoded.ends()).isEmpty();
      MalformedEntry bad = decoded.malformed().get(0);
      assertThat(bad.json()).isEqualTo(malformed);
      assertThat(bad.reason()).as(malformed).contains(reason);
      assertThat(decoded.malformed()).hasSize(1);
    }
  }

  @Test
  void wholePairsAndWhatOnlyLooksLikeAnEscapeAreRead() throws MalformedMessageException {
    String body = "[" + GOOD.replace("é", "\\ud83d\\ude00-\\u0041-\\\\ud83d") + "]";
    assertThat(decoder.decodeEach(body.getBytes(UTF_8)).entries().get(0).lines().line(0))
        .containsOnlyKeys("😀-A-\\ud83d");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        " null {} [] %s [%s [%s]x [%s][] [%s,]",
        "[%s,{\"run\":1 [%s,{\"run\":{] [%s,{\"seq\":x}]",
        "[%s,{\"words\":{\"\\ud83d\":1}}] [%s,{\"words\":{\"\\ude00\\ud83d\":1}}]",
        "[%s,{\"words\":{\"\\\\\\ud83d\\ud83d\":1}}]",
        "[%s,[[[[[[[[0]]]]]]]]] [%s,{\"seq\":123456789012345678901}]",
      })
  void brokenJsonSpoilsTheWholeMessage(String bodies) {
    for (String body : bodies.split(" ", -1)) {
      assertMalformed(body.formatted(GOOD).getBytes(UTF_8));
    }
  }

  @Test
  void whatIsNotJsonInStrictUtf8OrTooMuchOfItIsMalformedAsAWhole() {
    byte[] overlong = ("[" + GOOD.replace("é", "..") + "]").getBytes(UTF_8);
    int word = GOOD.indexOf("é") + 1;
    overlong[word] = (byte) 0xC1; // an overlong A
    overlong[word + 1] = (byte) 0x81;

    assertMalformed(overlong);
    assertMalformed(("[" + "1,".repeat(2_000) + "1]").getBytes(UTF_8));
  }

  @Test
  void aSerializedObjectIsMalformedNotDeserialized() {
    assertMalformed(SerializationUtils.serialize(new HashMap<>(Map.of("a", 1))));
  }

  private void assertMalformed(byte[] body) {
    assertThatThrownBy(() -> decoder.decodeEach(body))
        .as(new String(body, UTF_8))
        .isInstanceOf(MalformedMessageException.class);
  }

  @Test
  void aMessageLongerThanTheLimitIsRefusedBeforeAnyOfItIsRead() {
    // neither UTF-8 nor JSON: a reader of the content would name that instead
    byte[] body = new byte[BatchDecoder.MAX_MESSAGE_BYTES + 1];
    Arrays.fill(body, (byte) 0xFF);

    assertThatThrownBy(() -> decoder.decodeEach(body))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessage("a message of 8388609 bytes is longer than 8388608");
  }

  /** The payload of each line. */
  private static <P> List<P> lines(Lines<P> lines) {
    return IntStream.range(0, lines.count()).mapToObj(lines::line).toList();
  }

  private static Map<String, Long> sums(List<Map<String, Integer>> payloads) {
    Map<String, Long> sums = new HashMap<>();
    payloads.forEach(
        words -> words.forEach((word, n) -> sums.merge(word, n.longValue(), Long::sum)));
    return sums;
  }

  private Entry<Map<String, Integer>> decoded(byte[] entry) throws MalformedMessageException {
    return decoder.decodeEach(EntryEncoder.join(List.of(entry))).entries().get(0);
  }

  @Provide
  Arbitrary<List<Map<String, Integer>>> texts() {
    Arbitrary<String> words =
        Arbitraries.oneOf(
            Arbitraries.of("a", "b", "c", "\"", "\\", "größe", "😀", "d".repeat(50)),
            Arbitraries.strings()
                .filter(WordCountFormat::isWord)
                .filter(word -> UTF_8.newEncoder().canEncode(word)));
    return Arbitraries.maps(words, Arbitraries.integers().between(1, 3))
        .ofMaxSize(5)
        .list()
        .ofMinSize(1)
        .ofMaxSize(12);
  }

  @Test
  void aRangeHasTheFormOfTheContract() {
    WordLines.Builder lines = new WordLines.Builder();
    lines.add("Hello");
    lines.add("a");
    lines.add("a");
    lines.endLine();
    lines.add("Hello");
    lines.endLine();
    lines.endLine();

    assertThat(
            new String(encoder.encode(new Entry<>(new RequestKey(RUN, 17), lines.build())), UTF_8))
        .isEqualTo(FIRST + "17,\"words\":[\"Hello\",\"a\"],\"lines\":[[0,1,1],[0],[]]}");
  }

  @Property(tries = 300)
  void linesAndTheirPartsAreReadAsTheyWereWritten(
      @ForAll("texts") List<Map<String, Integer>> lines,
      @ForAll @IntRange(max = 999_999_999) int first)
      throws MalformedMessageException {
    Entry<Map<String, Integer>> written = new Entry<>(new RequestKey(RUN, first), Lines.of(lines));
    Entry<Map<String, Integer>> read = decoded(encoder.encode(written));

    assertThat(read.key()).isEqualTo(written.key());
    assertThat(lines(read.lines())).isEqualTo(lines);
    assertThat(sums(read.lines().payloads())).isEqualTo(sums(lines));
    if (lines.size() > 1) {
      assertThat(encoder.encode(read)).isEqualTo(encoder.encode(written));
    }
    for (int cut = 1; cut < lines.size(); cut++) {
      List<Map<String, Integer>> found = new ArrayList<>();
      for (Entry<Map<String, Integer>> part :
          List.of(read.part(0, cut), read.part(cut, read.count()))) {
        // every word of the dictionary is used, or the message would not be read
        found.addAll(lines(decoded(encoder.encode(part)).lines()));
      }
      assertThat(found).isEqualTo(lines);
    }
  }

  @Test
  void aRangeOfAMillionLinesIsReadAndOneOfTwoMillionIsMalformedAlone() throws Exception {
    // their numbers are the last that a run has
    String million = FIRST + "2146483648,\"words\":[],\"lines\":[" + "[],".repeat(999_999) + "[]]}";
    assertThat(decoded(million.getBytes(UTF_8)).count()).isEqualTo(1_000_000);

    String tooMany = million.replace("[[]", "[" + "[],".repeat(1_000_000) + "[]");
    byte[] body = ("[" + FIRST + "0,\"words\":[],\"lines\":[[]]}," + tooMany + "]").getBytes(UTF_8);
    Decoded<Map<String, Integer>> decoded = decoder.decodeEach(body);

    assertThat(decoded.entries()).extracting(Entry::count).containsExactly(1);
    assertThat(decoded.malformed())
        .extracting(MalformedEntry::reason)
        .containsExactly("a range has from 1 to 1000000 lines");
  }
}
