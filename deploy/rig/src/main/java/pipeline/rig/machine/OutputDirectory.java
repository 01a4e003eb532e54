package pipeline.rig.machine;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.stream.Stream;
import pipeline.wire.process.Console;

/** A directory that the user named for a program to write to, checked before any work. */
public final class OutputDirectory {
  private static final long LEAST_MIB = 300;
  private static final int MIB_BITS = 20;

  private OutputDirectory() {}

  /** The directory in {@code deploy/out} of a checkout that is named after the time. */
  public static Path ofNow(Path root, String prefix) {
    DateTimeFormatter time = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);
    return root.resolve("deploy/out")
        .resolve(prefix + LocalDateTime.now(ZoneId.systemDefault()).format(time));
  }

  /**
   * Makes the directory of {@code --out}, or takes an empty one.
   *
   * @param purpose what needs space in it, such as {@code a run}
   * @throws IllegalArgumentException if it cannot be written to, in one line with option, name and
   *     cause
   * @throws IOException if it has too little space, in one line
   */
  public static void create(Path directory, String purpose) throws IOException {
    create(directory);
    File place = directory.toFile();
    requireSpace(directory, purpose, place.getTotalSpace(), place.getUsableSpace());
  }

  /**
   * Requires space for a program's output. The sizes come from {@code statvfs}, which answers in a
   * chroot too, where {@code FileStore} finds no mount point and throws.
   *
   * @param size 0 where the system does not say: file systems without a size have none in all
   */
  static void requireSpace(Path directory, String purpose, long size, long usable)
      throws IOException {
    long free = usable >> MIB_BITS;
    if (size > 0 && free < LEAST_MIB) {
      throw new IOException(
          "no space: %s has %s MiB free, but %s needs %s"
              .formatted(directory, free, purpose, LEAST_MIB));
    }
  }

  private static void create(Path directory) {
    if (directory.toString().chars().anyMatch(Character::isISOControl)) {
      throw refused(directory, "control characters are not allowed in a name");
    }
    try {
      Files.createDirectories(directory);
      try (Stream<Path> entries = Files.list(directory)) {
        if (entries.findAny().isPresent()) {
          throw refused(directory, "is not empty");
        }
      }
    } catch (FileAlreadyExistsException e) {
      throw refused(directory, "is not a directory");
    } catch (IOException e) {
      throw refused(directory, "cannot be created: " + Console.reason(e));
    }
    requireWritable(directory);
  }

  /**
   * Writes a file and removes it: rights alone do not say whether a directory takes one.
   *
   * @throws IllegalArgumentException it does not, in one line with option, name and cause
   */
  static void requireWritable(Path directory) {
    try {
      Files.delete(Files.createTempFile(directory, "write", ".test"));
    } catch (IOException e) {
      throw refused(directory, "cannot be written to: " + Console.reason(e));
    }
  }

  private static IllegalArgumentException refused(Path directory, String cause) {
    return new IllegalArgumentException(Console.printable("--out " + directory + ": " + cause));
  }
}
