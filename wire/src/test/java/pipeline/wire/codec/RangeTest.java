package pipeline.wire.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

class RangeTest {
  private static final RunId RUN = RunId.parse("4f1c0000000000000000000000000001");
  private static final int LAST_SEQ = Integer.MAX_VALUE;
  private static final String FIRST = "{\"run\":\"" + RUN + "\",\"first\":";

  private final EntryEncoder<Map<String, Integer>> encoder =
      new EntryEncoder<>(new WordCountFormat());
  private final BatchDecoder<Map<String, Integer>> decoder =
      new BatchDecoder<>(new WordCountFormat());

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
    byte[] body = EntryEncoder.join(List.of(entry));
    Entry<Map<String, Integer>> plain = decoder.readPlain(body).entries().get(0);
    Entry<Map<String, Integer>> parsed = decoder.parse(body).entries().get(0);

    assertThat(plain.key()).isEqualTo(parsed.key());
    assertThat(lines(plain.lines())).isEqualTo(lines(parsed.lines()));
    return plain;
  }

  @Provide
  Arbitrary<List<Map<String, Integer>>> texts() {
    Arbitrary<String> words =
        Arbitraries.of("a", "b", "c", "\"", "\\", "größe", "😀", "d".repeat(50));
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

  @Test
  void aRangeOfOneLineIsASingleEntry() {
    RequestKey key = new RequestKey(RUN, 17);
    assertThat(encoder.encode(new Entry<>(key, Lines.of(List.of(Map.of("a", 2))))))
        .isEqualTo(encoder.encode(Entry.single(key, Map.of("a", 2))))
        .asString(UTF_8)
        .contains("\"seq\":17");
  }

  @Property(tries = 300)
  void theLinesThatAreEncodedAreDecoded(
      @ForAll("texts") List<Map<String, Integer>> lines,
      @ForAll @IntRange(max = 999_999_999) int first)
      throws MalformedMessageException {
    Entry<Map<String, Integer>> entry =
        decoded(encoder.encode(new Entry<>(new RequestKey(RUN, first), Lines.of(lines))));

    assertThat(entry.key()).isEqualTo(new RequestKey(RUN, first));
    assertThat(lines(entry.lines())).isEqualTo(lines);
    assertThat(sums(entry.lines().payloads())).isEqualTo(sums(lines));
  }

  @Property(tries = 200)
  void partsAreTheLinesTheyAreMadeOf(@ForAll("texts") List<Map<String, Integer>> lines)
      throws MalformedMessageException {
    byte[] whole = encoder.encode(new Entry<>(new RequestKey(RUN, 0), Lines.of(lines)));
    Lines<Map<String, Integer>> all = decoded(whole).lines();
    for (int cut = 1; cut < lines.size(); cut++) {
      List<Map<String, Integer>> found = new ArrayList<>();
      for (Lines<Map<String, Integer>> part :
          List.of(all.part(0, cut), all.part(cut, all.count()))) {
        // every word of the dictionary is used, or the message would not be read
        found.addAll(
            lines(decoded(encoder.encode(new Entry<>(new RequestKey(RUN, 0), part))).lines()));
      }
      assertThat(found).isEqualTo(lines);
    }
  }

  @Test
  void aDecodedRangeIsWrittenAsItCame() throws MalformedMessageException {
    byte[] came =
        encoder.encode(
            new Entry<>(new RequestKey(RUN, 3), Lines.of(List.of(Map.of("b", 2), Map.of("a", 1)))));
    assertThat(encoder.encode(decoded(came))).isEqualTo(came);
  }

  @Test
  void theLastNumbersOfARunCanBeARange() throws MalformedMessageException {
    byte[] last =
        encoder.encode(
            new Entry<>(new RequestKey(RUN, LAST_SEQ - 1), Lines.of(List.of(Map.of(), Map.of()))));

    assertThat(decoder.decode(EntryEncoder.join(List.of(last))).get(0).count()).isEqualTo(2);
    assertThatThrownBy(
            () ->
                encoder.encode(
                    new Entry<>(
                        new RequestKey(RUN, LAST_SEQ), Lines.of(List.of(Map.of(), Map.of())))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1,'words':['a','b'],'lines':[[0]] | stands in none of its lines",
        "1,'words':['a'],'lines':[[0],[1]] | names a word that is not there",
        "1,'words':['a'],'lines':[[0],[-1]] | names a word that is not there",
        "1,'words':['a'],'lines':[[0],[0.0]] | names a word that is not there",
        "1,'words':['a'],'lines':[['0']] | names a word that is not there",
        "1,'words':['a'],'lines':[[4294967296]] | out of range",
        "1,'words':[],'lines':[[0]] | names a word that is not there",
        "1,'words':['a','a'],'lines':[[0,1]] | stands twice",
        "1,'words':['a','\\u0061'],'lines':[[0,1]] | stands twice",
        "1,'words':['a b'],'lines':[[0]] | has a blank in it",
        "1,'words':['a\\n'],'lines':[[0]] | has a blank in it",
        "1,'words':[''],'lines':[[0]] | is empty",
        "1,'words':[7],'lines':[[0]] | is not a string",
        "1,'words':['a'],'lines':[] | from 1 to 1000000 lines",
        "1,'words':['a'],'lines':[0] | is not an array",
        "1,'words':['a'],'lines':[{'0':1}] | is not an array",
        "1,'words':['a'],'lines':{} | lacks the array lines",
        "1,'words':{'a':1},'lines':[[0]] | lacks the array words",
        "1,'lines':[[0]],'words':['a'] | lacks the array words",
        "1,'words':['a'] | lacks the array lines",
        "1 | lacks the array words",
        "1,'words':['a'],'lines':[[0]],'seq':1 | unknown or of a wrong type",
        "1,'words':['a'],'lines':[[0]],'more':1 | unknown or of a wrong type",
        "'1','words':['a'],'lines':[[0]] | unknown or of a wrong type",
        "-1,'words':['a'],'lines':[[0]] | seq is negative",
        "2147483647,'words':['a'],'lines':[[0],[0]] | pass the last number",
        "2147483648,'words':['a'],'lines':[[0]] | out of range"
      })
  void aMalformedRangeIsToldApartFromItsNeighbours(String range, String reason) throws Exception {
    String malformed = FIRST + range.replace('\'', '"') + "}";
    String good = FIRST + "7,\"words\":[\"a\"],\"lines\":[[0],[]]}";
    assertTellsApart(malformed, good, reason);
  }

  private void assertTellsApart(String malformed, String good, String reason) throws Exception {
    String body = "[" + good + "," + malformed + "," + good + "]";
    BatchDecoder.Decoded<Map<String, Integer>> decoded = decoder.decodeEach(body.getBytes(UTF_8));

    assertThat(decoded.entries()).extracting(Entry::count).containsExactly(2, 2);
    assertThat(decoded.malformed())
        .singleElement()
        .satisfies(
            bad -> {
              assertThat(bad.json().equals(malformed)).isTrue();
              assertThat(bad.reason()).contains(reason);
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'seq':1,'words':['a'],'lines':[[0]] | words is not an object",
        "'seq':1,'lines':[[0]] | unknown or of a wrong type",
        "'seq':1,'first':1,'words':['a'],'lines':[[0]] | unknown or of a wrong type",
        "'words':{'a':1},'first':1,'lines':[[0]] | unknown or of a wrong type"
      })
  void aSingleEntryWithPartsOfARangeIsMalformed(String fields, String reason) {
    String body = "[{\"run\":\"" + RUN + "\"," + fields.replace('\'', '"') + "}]";
    assertThatThrownBy(() -> decoder.decode(body.getBytes(UTF_8)))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void aRangeOfAMillionLinesIsReadAndOneOfTwoMillionIsMalformedAlone() throws Exception {
    String million = FIRST + "7,\"words\":[],\"lines\":[" + "[],".repeat(999_999) + "[]]}";
    assertThat(decoded(million.getBytes(UTF_8)).count()).isEqualTo(1_000_000);

    String tooMany = million.replace("[[]", "[" + "[],".repeat(1_000_000) + "[]");
    assertTellsApart(
        tooMany, FIRST + "0,\"words\":[],\"lines\":[[],[]]}", "from 1 to 1000000 lines");
  }

  @Test
  void rangesAndSingleEntriesCanShareAMessage() throws MalformedMessageException {
    byte[] single = encoder.encode(Entry.single(new RequestKey(RUN, 0), Map.of("a", 1)));
    byte[] range =
        encoder.encode(
            new Entry<>(new RequestKey(RUN, 1), Lines.of(List.of(Map.of("a", 1), Map.of("b", 1)))));

    assertThat(decoder.decode(EntryEncoder.join(List.of(single, range, single))))
        .extracting(Entry::count)
        .containsExactly(1, 2, 1);
  }

  @Property(tries = 3_000)
  void aChangedByteIsJudgedAsTheParserJudgesIt(
      @ForAll @IntRange(max = 230) int at, @ForAll byte changed) throws MalformedMessageException {
    String range = FIRST + "17,\"words\":[\"Hello\",\"a\"],\"lines\":[[0,1,1],[0],[]]}";
    byte[] body = ("[" + range + "," + range + "]").getBytes(UTF_8);
    body[at % body.length] = changed;

    BatchDecoder.Decoded<Map<String, Integer>> read = decoder.readPlain(body);
    if (read != null) {
      List<Entry<Map<String, Integer>>> plain = read.entries();
      List<Entry<Map<String, Integer>>> parsed = decoder.parse(body).entries();
      assertThat(plain).extracting(Entry::key).isEqualTo(parsed.stream().map(Entry::key).toList());
      assertThat(plain.stream().map(entry -> lines(entry.lines())))
          .isEqualTo(parsed.stream().map(entry -> lines(entry.lines())).toList());
    }
  }
}
