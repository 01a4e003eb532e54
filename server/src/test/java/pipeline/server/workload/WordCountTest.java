package pipeline.server.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
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
  private final WordCount function = new WordCount();

  @Property
  void countsWhatSplitLeaves(@ForAll("lines") String line) {
    Map<String, Integer> expected =
        Arrays.stream(line.split("\\s+", -1))
            .filter(word -> !word.isEmpty())
            .collect(Collectors.toMap(Function.identity(), word -> 1, Integer::sum));
    assertThat(function.words(line)).isEqualTo(expected);
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
    assertThat(function.words("\u00e9 e\u0301")).hasSize(2);
  }

  @Test
  void onlyTheSixAsciiBlanksSeparate() {
    assertThat(function.words("a b\tc\nd\u000be\ff\rg")).hasSize(7);
    assertThat(function.words("a\u00a0b\u2003c\u0085d\u001ce\u001ff\u3000g"))
        .containsOnlyKeys("a\u00a0b\u2003c\u0085d\u001ce\u001ff\u3000g");
  }

  @Test
  void blankLinesHaveNoWordsAndLeadingBlanksMakeNoEmptyOne() {
    assertThat(function.words("")).isEmpty();
    assertThat(function.words(" \t\r\n ")).isEmpty();
    assertThat(function.words("  a ")).isEqualTo(Map.of("a", 1));
  }

  @Test
  void aVeryLongWordAndVeryManyWordsAreCountedWhole() {
    String word = "w".repeat(1 << 20);
    assertThat(function.words(word)).isEqualTo(Map.of(word, 1));
    assertThat(function.words("a ".repeat(100_000))).isEqualTo(Map.of("a", 100_000));
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
    assertThat(function.words(line.toString())).hasSize(1 << 15);
    assertThat(used.getCurrentThreadCpuTime() - start).isLessThan(3_000_000_000L);
  }
}
