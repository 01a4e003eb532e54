package pipeline.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineReaderTest {
  @TempDir private Path dir;

  @Test
  void case23_onlyANewlineEndsALine() throws IOException {
    assertThat(lines("a\rb\r\n\n\u0085\u000b\f\nlast"))
        .containsExactly("1:a\rb\r", "3:\u0085\u000b\f", "4:last");
  }

  @Test
  void emptyFilesHaveNoLines() throws IOException {
    assertThat(lines("")).isEmpty();
    assertThat(lines("\n\n\n")).isEmpty();
  }

  @Test
  void linesAcrossBufferBordersStayWhole() throws IOException {
    for (int length : new int[] {65_534, 65_535, 65_536, 65_537, 200_000}) {
      String word = "x".repeat(length);
      assertThat(lines(word + "\n\n" + word + "\nend\n"))
          .containsExactly("1:" + word, "3:" + word, "4:end");
    }
  }

  @Test
  void aLineWithoutEndIsRefusedBeforeItFillsTheMemory() throws IOException {
    Path file = dir.resolve("endless.txt");
    byte[] line = new byte[LineReader.MAX_LINE_BYTES + 1];
    Files.write(file, line);

    assertThatThrownBy(() -> InputFile.check(file))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("line 1 is longer than 16777216 bytes");
  }

  /** Each line with its number. */
  private List<String> lines(String content) throws IOException {
    Path file = Files.writeString(dir.resolve("input.txt"), content, ISO_8859_1);
    List<String> lines = new ArrayList<>();
    try (LineReader reader = new LineReader(file)) {
      for (Optional<byte[]> line = reader.next(); line.isPresent(); line = reader.next()) {
        lines.add(reader.lineNumber() + ":" + new String(line.get(), ISO_8859_1));
      }
    }
    return lines;
  }
}
