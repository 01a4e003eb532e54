package pipeline.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BacklogWordsTest {

  @Test
  void textIsRepeatedWithoutItsBlankLines(@TempDir Path folder) throws Exception {
    Path text = Files.writeString(folder.resolve("text"), "a a\n\nb\n");

    Iterator<Map<String, Integer>> words = BacklogWords.ofText(text);

    assertThat(words.next()).isEqualTo(Map.of("a", 2));
    assertThat(words.next()).isEqualTo(Map.of("b", 1));
    assertThat(words.next()).isEqualTo(Map.of("a", 2));
  }

  @Test
  void distinctWordsComeAllBeforeOneComesAgain() {
    Iterator<Map<String, Integer>> words = BacklogWords.distinct(100, 10);
    Set<String> seen = new HashSet<>();
    for (int line = 0; line < 10; line++) {
      seen.addAll(words.next().keySet());
    }

    assertThat(seen).hasSize(100);
    assertThat(words.next()).containsKey("w0");
  }
}
