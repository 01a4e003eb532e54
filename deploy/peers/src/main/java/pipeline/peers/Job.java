package pipeline.peers;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * A text that is sent one or several times over.
 *
 * @param title what the row of the result is called
 * @param lines in all
 * @param flags of the server's and the consumer's JVM
 */
record Job(String title, Path text, int repeat, long lines, List<String> flags) {
  private static final int WORDS_A_LINE = 10;

  /** The text of the benchmark's option, so many times. */
  static Job of(BenchOptions options, int repeat) throws IOException {
    long lines = repeat * TextLines.count(options.text());
    String title = String.format(Locale.ROOT, "%,d lines", lines);
    return new Job(title, options.text(), repeat, lines, List.of());
  }

  /** The same on JVMs with these flags, of which {@code name} tells. */
  Job on(String name, String... flags) {
    return new Job(title + ", " + name, text, repeat, lines, List.of(flags));
  }

  /** A text in which no word comes twice; it is written into {@code folder}. */
  static Job ofDistinctWords(Path folder, int words) throws IOException {
    Path text = Files.createDirectories(folder).resolve("distinct-words.txt");
    try (BufferedWriter out = Files.newBufferedWriter(text)) {
      for (int word = 1; word <= words; word++) {
        out.write("word" + word);
        out.write(word % WORDS_A_LINE == 0 ? '\n' : ' ');
      }
    }
    long lines = TextLines.count(text);
    String title = String.format(Locale.ROOT, "%,d lines, %,d distinct words", lines, words);
    return new Job(title, text, 1, lines, List.of());
  }
}
