package pipeline.consumer;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import pipeline.consumer.store.NamedCount;

/** The counts as {@code count<TAB>name} lines in the order of {@code LC_ALL=C sort}. */
final class CountsDump {
  private CountsDump() {}

  /**
   * Writes the file in full or not at all: as a new file of a random name beside it, which then
   * takes the place of whatever has its name. So nobody who can write to the directory makes us
   * write elsewhere, and what a killed process left there is in nobody's way.
   */
  static void write(Collection<NamedCount> counts, Path file) throws IOException {
    Path unfinished = file.resolveSibling(".dump-" + UUID.randomUUID());
    List<NamedCount> sorted =
        counts.stream()
            .sorted(Comparator.comparing(NamedCount::name, CountsDump::byBytes))
            .toList();
    try {
      write(sorted, unfinished);
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  /** Fails if the file exists, be it a link. */
  private static void write(List<NamedCount> sorted, Path file) throws IOException {
    try (BufferedWriter out =
        Files.newBufferedWriter(
            file,
            StandardCharsets.UTF_8,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.WRITE)) {
      for (NamedCount count : sorted) {
        out.write(Long.toString(count.count()));
        out.write('\t');
        out.write(count.name());
        out.write('\n');
      }
    }
  }

  /**
   * The order of the names' UTF-8 bytes, which is that of their code points: that of their chars
   * but for surrogates, whose code points lie above all others.
   */
  private static int byBytes(String a, String b) {
    int common = Math.min(a.length(), b.length());
    for (int i = 0; i < common; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        boolean sameKind = Character.isSurrogate(x) == Character.isSurrogate(y);
        return sameKind ? Character.compare(x, y) : Character.isSurrogate(x) ? 1 : -1;
      }
    }
    return Integer.compare(a.length(), b.length());
  }
}
