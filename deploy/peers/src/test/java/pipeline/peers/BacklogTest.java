package pipeline.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BacklogTest {

  @Test
  void linesAreThoseThatAClientPosts(@TempDir Path folder) throws IOException {
    Path text = Files.writeString(folder.resolve("text"), "a a\r\n\nb\rc\n \n");

    assertThat(Backlog.words(text))
        .containsExactly(Map.of("a", 2), Map.of("b", 1, "c", 1), Map.of());
  }
}
