package pipeline.lab.experiment.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import pipeline.rig.machine.FreeSpace;
import pipeline.rig.machine.OutputDirectory;

/**
 * The directory an experiment writes to.
 *
 * @param path absolute; the directory exists
 */
record OutDirectory(Path path) {
  private static final String ARGUMENTS = "arguments.txt";
  private static final String BROKER = "broker.txt";
  private static final String COMMITS = "commits.txt";

  /**
   * Creates a directory, or takes an empty one.
   *
   * @param arguments with which the experiment can be continued
   * @throws IllegalArgumentException it cannot be used, in one line
   */
  static OutDirectory create(Path path, List<String> arguments) throws IOException {
    OutputDirectory.create("--out", path);
    FreeSpace.shortage(path, "an experiment")
        .ifPresent(
            shortage -> {
              throw new IllegalArgumentException(shortage);
            });
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

  List<String> arguments() throws IOException {
    return Files.readAllLines(file(ARGUMENTS));
  }

  /** Writes product and version of the broker, which has stopped when a report is made again. */
  void keepBroker(String about) throws IOException {
    Files.writeString(file(BROKER), about);
  }

  /** Product and version of the broker; empty before one was started. */
  Optional<String> broker() throws IOException {
    Path file = file(BROKER);
    return Files.exists(file) ? Optional.of(Files.readString(file)) : Optional.empty();
  }

  /** Adds a commit, whose programs are launched from now on. */
  void keepCommit(String commit) throws IOException {
    Set<String> all = new LinkedHashSet<>(commits());
    all.add(commit);
    Files.write(file(COMMITS), all);
  }

  /** The commits whose programs were launched, each once; empty if there is no such file. */
  List<String> commits() throws IOException {
    Path file = file(COMMITS);
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  Path file(String name) {
    return path.resolve(name);
  }
}
