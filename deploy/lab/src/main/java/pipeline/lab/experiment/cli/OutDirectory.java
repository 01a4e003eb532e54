package pipeline.lab.experiment.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
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
   * @param asked empty for a new one in {@code deploy/out}
   * @param bad makes the exception that is thrown if it cannot be used
   */
  static OutDirectory create(
      Optional<Path> asked, Path root, Function<String, RuntimeException> bad) {
    String time =
        LocalDateTime.now(ZoneId.systemDefault())
            .format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT));
    Path path = asked.orElse(root.resolve("deploy/out/experiment-" + time));
    try {
      OutputDirectory.create("--out", path);
    } catch (IllegalArgumentException e) {
      throw bad.apply(e.getMessage());
    }
    FreeSpace.shortage(path, "an experiment")
        .ifPresent(
            shortage -> {
              throw bad.apply(shortage);
            });
    return new OutDirectory(path.toAbsolutePath().normalize());
  }

  /** The directory of an experiment that was begun. */
  static OutDirectory existing(Path path, Function<String, RuntimeException> bad) {
    if (!Files.isReadable(path.resolve(ARGUMENTS))) {
      throw bad.apply(path + " holds no experiment");
    }
    return new OutDirectory(path.toAbsolutePath().normalize());
  }

  /** The directory of an experiment that was begun and goes on. */
  static OutDirectory unfinished(Path path, Function<String, RuntimeException> bad) {
    OutDirectory begun = existing(path, bad);
    try {
      OutputDirectory.requireWritable("--continue", path);
    } catch (IllegalArgumentException e) {
      throw bad.apply(e.getMessage());
    }
    return begun;
  }

  /** Writes the experiment's arguments, so that it can be continued. */
  void keepArguments(List<String> arguments) throws IOException {
    Files.write(path.resolve(ARGUMENTS), arguments);
  }

  List<String> arguments() throws IOException {
    return Files.readAllLines(path.resolve(ARGUMENTS));
  }

  /** Writes product and version of the broker, which has stopped when a report is made again. */
  void keepBroker(String about) throws IOException {
    Files.writeString(path.resolve(BROKER), about);
  }

  /** Product and version of the broker; empty before one was started. */
  Optional<String> broker() throws IOException {
    Path file = path.resolve(BROKER);
    return Files.exists(file) ? Optional.of(Files.readString(file)) : Optional.empty();
  }

  /** Adds a commit, whose programs are launched from now on. */
  void keepCommit(String commit) throws IOException {
    Set<String> all = new LinkedHashSet<>(commits());
    all.add(commit);
    Files.write(path.resolve(COMMITS), all);
  }

  /** The commits whose programs were launched, each once; empty if there is no such file. */
  List<String> commits() throws IOException {
    Path file = path.resolve(COMMITS);
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  Path file(String name) {
    return path.resolve(name);
  }
}
