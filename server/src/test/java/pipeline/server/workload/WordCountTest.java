package pipeline.server.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** The words of a line are what {@code split} leaves of it. */
public class WordCountTest {
  private static Map<String, Integer> words(String line) {
    Map<String, Integer> words = new HashMap<>();
    new WordCount().words(line, word -> words.merge(word, 1, Integer::sum));
    return words;
  }

  @Property
  void countsWhatSplitLeaves(@ForAll("lines") String line) {
    Map<String, Integer> expected =
        Arrays.stream(line.split("\\s+", -1))
            .filter(word -> !word.isEmpty())
            .collect(Collectors.toMap(Function.identity(), word -> 1, Integer::sum));
    assertThat(words(line)).isEqualTo(expected);
  }

  @Provide
  Arbitrary<String> lines() {
    Arbitrary<String> near =
        Arbitraries.strings()
            .withChars(" \t\n\u000b\f\r\u00a0\u0085\u001c\u2003")
            .withCharRange('a', 'd')
            .withChars("*{,\u00e9\ud83d\ude00")
            .ofMaxLength(40);
    return Arbitraries.oneOf(near, Arbitraries.strings());
  }

  @Test
  void composedAndDecomposedStayTwoWords() {
    assertThat(words("\u00e9 e\u0301")).hasSize(2);
  }

  @Test
  void onlyTheSixAsciiBlanksSeparate() {
    assertThat(words("a b\tc\nd\u000be\ff\rg")).hasSize(7);
    assertThat(words("a\u00a0b\u2003c\u0085d\u001ce\u001ff\u3000g"))
        .containsOnlyKeys("a\u00a0b\u2003c\u0085d\u001ce\u001ff\u3000g");
  }

  @Test
  void blankLinesHaveNoWordsAndLeadingBlanksMakeNoEmptyOne() {
    assertThat(words("")).isEmpty();
    assertThat(words(" \t\r\n ")).isEmpty();
    assertThat(words("  a ")).isEqualTo(Map.of("a", 1));
  }

  @Test
  void aVeryLongWordAndVeryManyWordsAreCountedWhole() {
    String word = "w".repeat(1 << 20);
    assertThat(words(word)).isEqualTo(Map.of(word, 1));
    assertThat(words("a ".repeat(100_000))).isEqualTo(Map.of("a", 100_000));
  }

  @Test
  void wordsOfEqualHashCodeDoNotSlowCountingDown() {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < 1 << 15; i++) {
      for (int bit = 0; bit < 15; bit++) {
        line.append((i >> bit & 1) == 0 ? "Aa" : "BB");
      }
      line.append(' ');
    }
    // a quadratic table takes some ten seconds of a processor, trees some ten milliseconds
    ThreadMXBean used = ManagementFactory.getThreadMXBean();
    long start = used.getCurrentThreadCpuTime();
    assertThat(words(line.toString())).hasSize(1 << 15);
    assertThat(used.getCurrentThreadCpuTime() - start).isLessThan(3_000_000_000L);
  }
}
