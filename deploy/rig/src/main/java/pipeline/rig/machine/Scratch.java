package pipeline.rig.machine;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A temporary directory, removed with all that is in it by {@link #close}. */
public record Scratch(Path path) implements Closeable {

  public static Scratch create(String prefix) throws IOException {
    return new Scratch(Files.createTempDirectory(prefix));
  }

  /** Removes a directory and all that is in it, if it is there. */
  public static void delete(Path top) throws IOException {
    if (!Files.exists(top)) {
      return;
    }
    try (Stream<Path> tree = Files.walk(top)) {
      for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  /** Removes a directory if it is there and nothing is in it. */
  public static void deleteIfEmpty(Path directory) {
    directory.toFile().delete();
  }

  @Override
  public void close() throws IOException {
    delete(path);
  }
}
