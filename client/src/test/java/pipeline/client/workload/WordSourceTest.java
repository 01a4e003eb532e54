package pipeline.client.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The reads of a text ask for its words in turn, over and over. */
class WordSourceTest {
  @TempDir private Path dir;

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
