package pipeline.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextLinesTest {
  @TempDir private Path directory;

  @Test
  void countsTheLinesThatTheClientPosts() throws IOException {
    assertThat(count("")).isZero();
    assertThat(count("\n\r\n\n")).isZero();
    assertThat(count("a\n\nb\r\n\r\nc")).isEqualTo(3);
    assertThat(count("a\rb\n\r\r\n\r")).isEqualTo(3);
    assertThat(count("x".repeat(5_000) + "\r\n" + "y".repeat(5_000))).isEqualTo(2);
  }

  private long count(String text) throws IOException {
    return TextLines.count(Files.writeString(directory.resolve("text"), text));
  }
}
