package pipeline.server.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.server.publish.MessageFormat.EncodedEntry;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.Lines;
import pipeline.wire.codec.WordCountFormat;
import pipeline.wire.identity.Partitions;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/** A request of many lines becomes as few entries as messages of their size can hold. */
class MessageFormatTest {
  private static final RequestKey FIRST = new RequestKey(new RunId(1, 2), 70_000);
  private static final int MIB = 1 << 20;

  /** The entries of lines that have a word of their own each, longer than these lengths. */
  private static List<EncodedEntry> entries(int max, IntStream lengths) {
    AtomicInteger number = new AtomicInteger();
    List<Map<String, Integer>> lines =
        lengths
            .mapToObj(length -> Map.of("w".repeat(length) + number.getAndIncrement(), 1))
            .toList();
    List<EncodedEntry> entries =
        new MessageFormat<>(new WordCountFormat(), Partitions.ONE, false, max)
            .encode(new Entry<>(FIRST, Lines.of(lines)), max);
    assertThat(entries.stream().mapToInt(EncodedEntry::lines).sum()).isEqualTo(lines.size());
    return entries;
  }

  @ParameterizedTest
  @CsvSource({"2147483647, 2000", "50000, 200", "5000, 200", "600, 200", "1, 200"})
  void noMessageOfSeveralLinesIsLongerThanTheLimitOrAMebibyte(int max, int longest) {
    assertThat(entries(max, IntStream.range(0, 5_000).map(i -> 1 + i % longest)))
        .hasSizeGreaterThan(4)
        .allMatch(entry -> entry.lines() == 1 || entry.messageBytes() <= Math.min(max, MIB));
  }

  @Test
  void aLongerLineIsAnEntryAlone() {
    assertThat(entries(Integer.MAX_VALUE, IntStream.of(1, MIB, 2, 3)))
        .extracting(EncodedEntry::lines)
        .containsExactly(1, 1, 2);
  }
}
