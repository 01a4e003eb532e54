package pipeline.peers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Scanner;
import java.util.regex.Pattern;

/** How many lines of a text the client posts: all but the empty ones. */
final class TextLines {
  private static final Pattern LINE_END = Pattern.compile("\\r?\\n");

  private TextLines() {}

  static long count(Path text) throws IOException {
    try (Scanner lines = new Scanner(text, StandardCharsets.UTF_8).useDelimiter(LINE_END)) {
      return lines.tokens().filter(line -> !line.isEmpty()).count();
    }
  }
}
