package pipeline.faults.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrickyTextTest {
  @TempDir private Path directory;

  private static List<String> lines(long seed, int count) {
    return TrickyText.lines(new SplittableRandom(seed), count);
  }

  @Test
  void everyLineHoldsAWordAndNoLineEndAndCanBeWrittenAsUtf8() {
    assertThat(lines(3, 2_000))
        .hasSize(2_000)
        .allSatisfy(
            line -> {
              assertThat(line).isNotBlank().doesNotContain("\n", "\u0000").doesNotEndWith("\r");
              assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(line)).isTrue();
            })
        .endsWith(TrickyText.LAST_LINE);
    assertThat(TrickyText.LAST_LINE).as("needs no escaping").matches("[a-z ]+");
  }

  @Test
  void bothKindsOfLineEndsAreWrittenAndBothKindsOfEmptyLines() throws IOException {
    Path input = directory.resolve("input");
    List<String> lines = lines(6, 200);
    TrickyText.write(input, lines);
    String text = Files.readString(input);
    assertThat(text).contains("\n\r\n").contains("\n\n").containsPattern("[^\r\n]\r[^\r\n]");
    assertThat(text.split("\r?\n"))
        .filteredOn(line -> !line.isEmpty())
        .containsExactlyElementsOf(lines);
  }
}
