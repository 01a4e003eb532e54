package pipeline.client.workload;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.testkit.process.Tool;

/**
 * A file is divided into the lines that the oracle of whole runs expects, byte for byte; its reads
 * ask for its words in turn, over and over.
 */
class LineReaderTest {
  @TempDir private Path dir;

  @Test
  void linesAcrossBufferBordersStayWhole() throws IOException {
    for (int length : new int[] {65_534, 65_535, 65_536, 65_537, 200_000}) {
      String word = "x".repeat(length);
      for (String end : new String[] {"\n", "\r\n"}) {
        assertThat(lines(word + end + end + word + end + "end" + end))
            .containsExactly("1:" + word, "3:" + word, "4:end");
      }
      assertThat(lines(word + "\r" + word)).containsExactly("1:" + word + "\r" + word);
      assertThat(lines(word + "\r\r\n")).containsExactly("1:" + word + "\r");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "\r\n"})
  void theLimitIsOfTheLineWithoutItsEnd(String end) throws IOException {
    String most = "x".repeat(LineReader.MAX_LINE_BYTES);
    assertThat(lines(most + end)).containsExactly("1:" + most);
    // so that a CR is the last byte of a buffer
    String before = "y".repeat(65_534);
    assertThat(lines(before + "\n" + most + end)).containsExactly("1:" + before, "2:" + most);
    assertThatThrownBy(() -> lines("a\n" + most + "x" + end))
        .hasMessage("line 2 is longer than 16777216 bytes");
  }

  /** Every text of up to three bytes of a letter, CR and LF, alone and behind a letter. */
  @Test
  void theOracleOfWholeRunsPostsTheSameLines() throws Exception {
    Path texts = Files.createDirectory(dir.resolve("texts"));
    List<String> expected = new ArrayList<>();
    for (String text : texts()) {
      String name = "text-" + expected.size();
      Files.writeString(texts.resolve(name), text, ISO_8859_1);
      expected.add(name + hex(lines(text)));
    }
    assertThat(oracle(texts)).containsExactlyInAnyOrderElementsOf(expected);
  }

  private static List<String> texts() {
    return IntStream.range(0, 128)
        .mapToObj(number -> Integer.toString(number, 4).replace("0", ""))
        .map(digits -> digits.replace('1', 'a').replace('2', '\r').replace('3', '\n'))
        .distinct()
        .toList();
  }

  /** The lines' bytes as od prints them, each line ended by LF. */
  private static String hex(List<String> lines) {
    return lines.stream()
        .map(line -> line.substring(line.indexOf(':') + 1) + "\n")
        .flatMapToInt(String::chars)
        .mapToObj(" %02x"::formatted)
        .collect(Collectors.joining());
  }

  /** The name of each file and the lines that deploy/lib/oracle.sh expects of it. */
  private static List<String> oracle(Path texts) throws IOException {
    String script =
        """
        set -euo pipefail
        source ../deploy/lib/oracle.sh
        for text in "$1"/*; do
          echo "${text##*/}$(posted_lines "$text" | od -An -v -tx1)"
        done
        """;
    return Tool.run("bash", "-c", script, "oracle", texts.toString()).lines().toList();
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

  @ParameterizedTest
  @CsvSource({
    "'Hello, world\n\n a\n', Hello%2C world a Hello%2C",
    "100% a+b ü? x;y#z, 100%25 a%2Bb %C3%BC%3F x%3By%23z",
    "'. .. a/b c\\d ... e\n', ... e ... e", // servers take the others for folders
    "'   \n\t\n', ''",
    "'', ''"
  })
  void asksForTheWordsAsAPathHoldsThem(String text, String words) throws Exception {
    Path file = Files.writeString(dir.resolve("words.txt"), text);
    List<String> asked = new ArrayList<>();
    try (RequestSource source = FileTraffic.of(file, Part.WHOLE, 1, Optional.empty()).reads()) {
      for (int i = 0; i < 4; i++) {
        source.next().ifPresent(request -> asked.add(request.method() + " " + request.path()));
      }
    }
    assertThat(asked)
        .containsExactlyElementsOf(
            Stream.of(words.split(" ", -1))
                .filter(word -> !word.isEmpty())
                .map(word -> "GET /textbody/wordcount/" + word)
                .toList());
  }
}
