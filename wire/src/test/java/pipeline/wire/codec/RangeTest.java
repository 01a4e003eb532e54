package pipeline.wire.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

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
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/** The lines of a request with many lines, in memory and in one entry of a message. */
class RangeTest {
  private static final RunId RUN = RunId.parse("4f1c0000000000000000000000000001");
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
    return decoder.decodeEach(EntryEncoder.join(List.of(entry))).entries().get(0);
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
    BatchDecoder.Decoded<Map<String, Integer>> decoded = decoder.decodeEach(body);

    assertThat(decoded.entries()).extracting(Entry::count).containsExactly(1);
    assertThat(decoded.malformed())
        .extracting(BatchDecoder.MalformedEntry::reason)
        .containsExactly("a range has from 1 to 1000000 lines");
  }
}
