package pipeline.client.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.client.input.BadInputException;

class WordSourceTest {
  @TempDir private Path dir;

  @Test
  void asksForTheWordsInTurnOverAndOver() throws Exception {
    assertThat(paths("Hello, world\n\n a\n", 4))
        .containsExactly(
            "GET /textbody/wordcount/Hello%2C",
            "GET /textbody/wordcount/world",
            "GET /textbody/wordcount/a",
            "GET /textbody/wordcount/Hello%2C");
  }

  @Test
  void escapesWhatAPathCannotHold() throws Exception {
    assertThat(paths("100% a+b ü? x;y#z", 4))
        .containsExactly(
            "GET /textbody/wordcount/100%25",
            "GET /textbody/wordcount/a%2Bb",
            "GET /textbody/wordcount/%C3%BC%3F",
            "GET /textbody/wordcount/x%3By%23z");
  }

  @Test
  void leavesOutWordsThatServersTakeForFolders() throws Exception {
    assertThat(paths(". .. a/b c\\d ... e\n", 2))
        .containsExactly("GET /textbody/wordcount/...", "GET /textbody/wordcount/e");
  }

  @Test
  void aFileWithoutWordsGivesNothing() throws Exception {
    assertThat(paths("   \n\t\n", 1)).isEmpty();
    assertThat(paths("", 1)).isEmpty();
  }

  private List<String> paths(String text, int limit) throws IOException, BadInputException {
    Path file = Files.writeString(dir.resolve("words.txt"), text);
    List<String> paths = new ArrayList<>();
    try (RequestSource source = FileTraffic.of(file, 1).reads()) {
      for (int i = 0; i < limit; i++) {
        source.next().ifPresent(request -> paths.add(request.method() + " " + request.path()));
      }
    }
    return paths;
  }
}
