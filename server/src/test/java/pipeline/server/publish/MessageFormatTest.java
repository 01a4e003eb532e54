package pipeline.server.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pipeline.wire.codec.BatchDecoder;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.EntryEncoder;
import pipeline.wire.codec.Lines;
import pipeline.wire.codec.WordCountFormat;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/** The messages that a request of many lines becomes. */
class MessageFormatTest {
  private static final RunId RUN = new RunId(1, 2);
  private static final int FIRST = 70_000;
  private static final int MIB = 1 << 20;
  private static final int NO_LIMIT = Integer.MAX_VALUE;

  private final MessageFormat<Map<String, Integer>> json = format(false);

  private static MessageFormat<Map<String, Integer>> format(boolean singly) {
    return new MessageFormat<>(new WordCountFormat(), singly, NO_LIMIT);
  }

  @Test
  void linesThatFitAreOneEntry() throws Exception {
    List<Map<String, Integer>> lines = List.of(Map.of("a", 2), Map.of(), Map.of("a", 1, "b", 1));
    assertThat(json.encode(entry(lines), NO_LIMIT)).hasSize(1);
    assertThat(decoded(json.encode(entry(lines), NO_LIMIT))).isEqualTo(lines);
  }

  @Test
  void whatIsLongerIsSplitIntoEntriesOfAtMostAMebibyte() throws Exception {
    List<Map<String, Integer>> lines =
        IntStream.range(0, 5_000).mapToObj(i -> Map.of("w".repeat(i % 2_000) + i, 1)).toList();
    List<MessageFormat.EncodedEntry> entries = json.encode(entry(lines), NO_LIMIT);
    assertThat(entries)
        .hasSizeBetween(5, 8)
        .allSatisfy(entry -> assertThat(entry.bytes().length + 2).isLessThanOrEqualTo(MIB));
    assertThat(decoded(entries)).isEqualTo(lines);
  }

  @Test
  void noMessageOfSeveralLinesIsLongerThanTheLimit() throws Exception {
    List<Map<String, Integer>> lines =
        IntStream.range(0, 500).mapToObj(i -> Map.of("w".repeat(i % 200) + i, 1)).toList();
    for (int max : new int[] {50_000, 5_000, 600, 1}) {
      List<MessageFormat.EncodedEntry> entries = json.encode(entry(lines), max);
      assertThat(entries)
          .allMatch(entry -> entry.lines() == 1 || entry.messageBytes() <= max)
          .allMatch(
              entry -> entry.messageBytes() == EntryEncoder.join(List.of(entry.bytes())).length);
      assertThat(decoded(entries)).isEqualTo(lines);
    }
  }

  @Test
  void aLongerLineIsAnEntryAlone() throws Exception {
    List<Map<String, Integer>> lines =
        List.of(Map.of("a", 1), Map.of("x".repeat(MIB), 1), Map.of("b", 1), Map.of("c", 1));
    List<MessageFormat.EncodedEntry> entries = json.encode(entry(lines), NO_LIMIT);
    assertThat(entries).extracting(MessageFormat.EncodedEntry::lines).containsExactly(1, 1, 2);
    assertThat(decoded(entries)).isEqualTo(lines);
  }

  @Test
  void eachLineIsAnEntryWhereAMessageHasOneLine() throws Exception {
    List<Map<String, Integer>> lines = List.of(Map.of("a", 2), Map.of(), Map.of("b", 1));
    List<MessageFormat.EncodedEntry> entries = format(true).encode(entry(lines), NO_LIMIT);
    assertThat(entries).hasSize(3);
    assertThat(entries.get(2).bytes())
        .isEqualTo(
            new EntryEncoder<>(new WordCountFormat())
                .encode(Entry.single(new RequestKey(RUN, FIRST + 2), Map.of("b", 1))));
    assertThat(decoded(entries)).isEqualTo(lines);
  }

  private static Entry<Map<String, Integer>> entry(List<Map<String, Integer>> lines) {
    return new Entry<>(new RequestKey(RUN, FIRST), Lines.of(lines));
  }

  /**
   * Decodes the lines of the entries as the consumer does, and asserts that their keys follow each
   * other.
   */
  private static List<Map<String, Integer>> decoded(List<MessageFormat.EncodedEntry> entries)
      throws Exception {
    List<Map<String, Integer>> lines = new ArrayList<>();
    for (MessageFormat.EncodedEntry encoded : entries) {
      byte[] message = EntryEncoder.join(List.of(encoded.bytes()));
      Entry<Map<String, Integer>> entry =
          new BatchDecoder<>(new WordCountFormat()).decode(message).get(0);
      assertThat(entry.key()).isEqualTo(new RequestKey(RUN, FIRST + lines.size()));
      assertThat(entry.count()).isEqualTo(encoded.lines());
      IntStream.range(0, entry.count()).mapToObj(entry.lines()::line).forEach(lines::add);
    }
    return lines;
  }
}
