package pipeline.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.consumer.store.NamedCount;
import pipeline.consumer.workload.WordCountHandler;
import pipeline.testkit.process.Tool;

class ConsumerReportTest {
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

  private static final List<NamedCount> MANY = List.of(new NamedCount("a", 3_000_000_000L));

  @TempDir private Path temp;

  @Test
  void wordsCannotDriveTheTerminal() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new ConsumerReport(new WordCountHandler(), new PrintStream(out, true, StandardCharsets.UTF_8))
        .printTotals(1, List.of(new NamedCount("a\u001b[2J\u009b1m\u202e\uE000\uD800é😀", 7)));

    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualTo("lines=1 words=7 distinct=1\n7\ta?[2J?1m???é😀\n");
  }

  @Test
  void theDumpIsInTheOrderOfSort() throws Exception {
    Path dump = temp.resolve("counts.tsv");
    ConsumerReport.writeCounts(WORDS.stream().map(word -> new NamedCount(word, 1)).toList(), dump);

    Path words = temp.resolve("words");
    Files.write(words, WORDS);
    String sorted = Tool.run(Map.of("LC_ALL", "C"), List.of("sort", words.toString()));

    assertThat(Files.readString(dump))
        .isEqualTo(sorted.lines().map(word -> "1\t" + word + "\n").reduce("", String::concat));
  }

  @Test
  void theDumpReplacesAFileAndLeavesNothingBeside() throws Exception {
    Path dump = temp.resolve("counts.tsv");
    Files.writeString(dump, "old");
    ConsumerReport.writeCounts(MANY, dump);

    assertThat(dump).hasContent("3000000000\ta\n");
    assertThat(files()).containsExactly(dump);
  }

  @Test
  void theDumpReplacesALinkAndLeavesItsTargetAlone() throws Exception {
    Path target = Files.writeString(temp.resolve("target"), "another's");
    Path dump = Files.createSymbolicLink(temp.resolve("counts.tsv"), target);
    ConsumerReport.writeCounts(MANY, dump);

    assertThat(Files.isSymbolicLink(dump)).isFalse();
    assertThat(dump).hasContent("3000000000\ta\n");
    assertThat(target).hasContent("another's");
  }

  @Test
  void neitherALinkNorALeftOverUnderAPredictableNameIsInTheDumpsWay() throws Exception {
    Path target = Files.writeString(temp.resolve("target"), "another's");
    Files.createSymbolicLink(temp.resolve("counts.tsv.new"), target);
    Path dump = temp.resolve("counts.tsv");
    ConsumerReport.writeCounts(MANY, dump);

    assertThat(dump).hasContent("3000000000\ta\n");
    assertThat(target).hasContent("another's");
  }

  @Test
  void theDumpLeavesNothingBehindWhenItCannotBePutInPlace() throws Exception {
    Path dump = Files.createDirectory(temp.resolve("counts.tsv"));
    assertThatThrownBy(() -> ConsumerReport.writeCounts(MANY, dump))
        .isInstanceOf(IOException.class);
    assertThat(files()).containsExactly(dump);
  }

  @ParameterizedTest
  @ValueSource(strings = {"@counts", "two\nlines", "-"})
  void anyNameIsANameForADump(String name) throws Exception {
    ConsumerReport.writeCounts(MANY, temp.resolve(name));
    assertThat(files()).containsExactly(temp.resolve(name));
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(temp)) {
      return files.toList();
    }
  }
}
