package pipeline.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The words of the lines a backlog is made of, without end. */
final class BacklogWords {
  private BacklogWords() {}

  /** The lines of a text, empty ones left out, over and over. */
  static Iterator<Map<String, Integer>> ofText(Path text) throws IOException {
    List<Map<String, Integer>> lines;
    try (Stream<String> read = Files.lines(text)) {
      lines =
          read.filter(line -> !line.isBlank())
              .<Map<String, Integer>>map(RegistryServlet::countWords)
              .toList();
    }
    if (lines.isEmpty()) {
      throw new IllegalArgumentException(text + " has no lines");
    }
    return Stream.iterate(0, i -> (i + 1) % lines.size()).map(lines::get).iterator();
  }

  /** Lines of {@code perLine} words of which none comes twice before {@code distinct} others. */
  static Iterator<Map<String, Integer>> distinct(int distinct, int perLine) {
    return Stream.iterate(0, at -> (at + perLine) % distinct)
        .map(
            at -> {
              Map<String, Integer> words = new HashMap<>();
              IntStream.range(0, perLine).forEach(i -> words.put("w" + (at + i) % distinct, 1));
              return words;
            })
        .iterator();
  }
}
