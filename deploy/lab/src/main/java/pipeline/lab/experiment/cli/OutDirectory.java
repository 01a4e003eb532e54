package pipeline.lab.experiment.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import pipeline.rig.machine.OutputDirectory;

/**
 * The directory an experiment writes to.
 *
 * @param path absolute; the directory exists
 */
record OutDirectory(Path path) {
  private static final String ARGUMENTS = "arguments.txt";

  /** The notes of product and version of each broker that was measured. */
  static final String BROKER = "broker.txt";

  /** The notes of the commits whose programs were launched. */
  static final String COMMITS = "commits.txt";

  /**
   * Creates a directory, or takes an empty one.
   *
   * @param arguments with which the experiment can be continued
   * @throws IllegalArgumentException it cannot be used, in one line
   */
  static OutDirectory create(Path path, List<String> arguments) throws IOException {
    OutputDirectory.create(path, "an experiment");
    OutDirectory made = new OutDirectory(path.toAbsolutePath().normalize());
    Files.write(made.file(ARGUMENTS), arguments);
    return made;
  }

  /**
   * The directory of an experiment that was begun and goes on.
   *
   * @throws IllegalArgumentException it is none, or cannot be written to, in one line
   */
  static OutDirectory begun(Path path) {
    if (!Files.isReadable(path.resolve(ARGUMENTS))) {
      throw new IllegalArgumentException(path + " holds no experiment");
    }
    OutputDirectory.requireWritable("--continue", path);
    return new OutDirectory(path.toAbsolutePath().normalize());
  }

  /** A directory in this one, of an experiment that may have begun before. */
  OutDirectory within(String name, List<String> arguments) throws IOException {
    Path inner = file(name);
    return Files.exists(inner) ? begun(inner) : create(inner, arguments);
  }

  List<String> arguments() throws IOException {
    return Files.readAllLines(file(ARGUMENTS));
  }

  /** Adds a line to a file of notes, unless it has that line. */
  void note(String name, String line) throws IOException {
    Set<String> all = new LinkedHashSet<>(notes(name));
    all.add(line);
    Files.write(file(name), all);
  }

  /** The lines of a file of notes; empty if there is no such file. */
  List<String> notes(String name) throws IOException {
    Path file = file(name);
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  Path file(String name) {
    return path.resolve(name);
  }
}
