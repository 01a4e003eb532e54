package pipeline.rig.machine;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import pipeline.wire.process.Console;

/** A directory that the user named for a program to write to, checked before any work. */
public final class OutputDirectory {
  private OutputDirectory() {}

  /**
   * Makes the directory, or takes an empty one.
   *
   * @param option what named it, for the message
   * @throws IllegalArgumentException if it cannot be written to, in one line with option, name and
   *     cause
   */
  public static void create(String option, Path directory) {
    if (directory.toString().chars().anyMatch(Character::isISOControl)) {
      throw refused(option, directory, "control characters are not allowed in a name");
    }
    try {
      Files.createDirectories(directory);
      try (Stream<Path> entries = Files.list(directory)) {
        if (entries.findAny().isPresent()) {
          throw refused(option, directory, "is not empty");
        }
      }
    } catch (FileAlreadyExistsException e) {
      throw refused(option, directory, "is not a directory");
    } catch (IOException e) {
      throw refused(option, directory, "cannot be created: " + Console.reason(e));
    }
    requireWritable(option, directory);
  }

  /**
   * Writes a file and removes it: rights alone do not say whether a directory takes one.
   *
   * @throws IllegalArgumentException it does not, in one line with option, name and cause
   */
  public static void requireWritable(String option, Path directory) {
    try {
      Files.delete(Files.createTempFile(directory, "write", ".test"));
    } catch (IOException e) {
      throw refused(option, directory, "cannot be written to: " + Console.reason(e));
    }
  }

  private static IllegalArgumentException refused(String option, Path directory, String cause) {
    return new IllegalArgumentException(Console.printable(option + " " + directory + ": " + cause));
  }
}
