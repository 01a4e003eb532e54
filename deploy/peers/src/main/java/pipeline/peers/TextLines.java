package pipeline.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** How many lines of a text the client posts: all but the empty ones. */
final class TextLines {
  private TextLines() {}

  static long count(Path text) throws IOException {
    try (Stream<String> lines = Files.lines(text)) {
      return lines.filter(line -> !line.isEmpty()).count();
    }
  }
}
