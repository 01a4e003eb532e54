package pipeline.consumer;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import pipeline.consumer.store.NamedCount;

/** The counts as {@code count<TAB>name} lines in the order of {@code LC_ALL=C sort}. */
final class CountsDump {
  private CountsDump() {}

  /** Writes the file in full or not at all: under another name first. */
  static void write(Collection<NamedCount> counts, Path file) throws IOException {
    Path unfinished = file.resolveSibling(file.getFileName() + ".new");
    List<NamedCount> sorted =
        counts.stream()
            .sorted(Comparator.comparing(NamedCount::name, CountsDump::byBytes))
            .toList();
    try (BufferedWriter out = Files.newBufferedWriter(unfinished, StandardCharsets.UTF_8)) {
      for (NamedCount count : sorted) {
        out.write(Long.toString(count.count()));
        out.write('\t');
        out.write(count.name());
        out.write('\n');
      }
    }
    Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
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
