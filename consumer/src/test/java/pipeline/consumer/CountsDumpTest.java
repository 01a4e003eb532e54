package pipeline.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.consumer.store.NamedCount;
import pipeline.testkit.process.Tool;

class CountsDumpTest {
  private static final List<String> WORDS =
      List.of(
          "b",
          "a",
          "aa",
          "A",
          "Z",
          "é",
          "e\u0301",
          "zz",
          "\uFFFD",
          "\uD83D\uDE00",
          "\uE000",
          "\uD83D\uDE01x",
          "\u00A0",
          "*",
          "a,",
          "=",
          "ÿ",
          "\u0800",
          "\u07FF",
          "\"quoted\"");

  @TempDir private Path temp;

  @Test
  void isInTheOrderOfSort() throws Exception {
    Path dump = temp.resolve("counts.tsv");
    CountsDump.write(WORDS.stream().map(word -> new NamedCount(word, 1)).toList(), dump);

    Path words = temp.resolve("words");
    Files.write(words, WORDS);
    String sorted = Tool.run(Map.of("LC_ALL", "C"), List.of("sort", words.toString()));

    assertThat(Files.readString(dump))
        .isEqualTo(sorted.lines().map(word -> "1\t" + word + "\n").reduce("", String::concat));
  }

  @Test
  void replacesAFileAndLeavesNothingBeside() throws Exception {
    Path dump = temp.resolve("counts.tsv");
    Files.writeString(dump, "old");
    CountsDump.write(List.of(new NamedCount("a", 3_000_000_000L)), dump);

    assertThat(dump).hasContent("3000000000\ta\n");
    try (Stream<Path> files = Files.list(temp)) {
      assertThat(files).containsExactly(dump);
    }
  }
}
