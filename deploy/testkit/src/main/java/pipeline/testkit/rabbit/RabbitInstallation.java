package pipeline.testkit.rabbit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The RabbitMQ whose programs the private nodes run: that in {@code RABBITMQ_HOME}, else Debian's.
 * It is laid out as Debian's package is: {@code bin/rabbitmq-server}, {@code bin/rabbitmqctl},
 * {@code lib/rabbitmq_server-VERSION}, and {@code bin/epmd} unless that is in {@code PATH}.
 * Immutable.
 */
public record RabbitInstallation(Path home) {
  private static final String LIBRARY = "rabbitmq_server-";

  /** The installation that this process is told to use; whether it exists is not checked. */
  public static RabbitInstallation named() {
    return new RabbitInstallation(
        Path.of(Optional.ofNullable(System.getenv("RABBITMQ_HOME")).orElse("/usr/lib/rabbitmq")));
  }

  public boolean exists() {
    return Files.isExecutable(server());
  }

  /**
   * Whether the installation's version is this one or a later one.
   *
   * @throws IOException the installation is missing, or not laid out as described
   */
  public boolean isAtLeast(int major, int minor) throws IOException {
    List<Integer> version = version();
    return version.get(0) > major || (version.get(0) == major && version.get(1) >= minor);
  }

  /** Whether classic queues have a version to choose: RabbitMQ 3.10 to 3.13. */
  public boolean hasQueueVersions() throws IOException {
    return isAtLeast(3, 10) && !isAtLeast(4, 0);
  }

  Path server() {
    return home.resolve("bin").resolve("rabbitmq-server");
  }

  Path ctl() {
    return home.resolve("bin").resolve("rabbitmqctl");
  }

  /** The program of Erlang's port mapper. */
  String epmd() {
    Path own = home.resolve("bin").resolve("epmd");
    return Files.isExecutable(own) ? own.toString() : "epmd";
  }

  /** The major and the minor version. */
  private List<Integer> version() throws IOException {
    try (Stream<Path> libraries = Files.list(home.resolve("lib"))) {
      return libraries
          .map(library -> library.getFileName().toString())
          .filter(name -> name.matches(LIBRARY + "\\d+\\.\\d+.*"))
          .map(name -> name.substring(LIBRARY.length()).split("\\D"))
          .map(parts -> List.of(Integer.valueOf(parts[0]), Integer.valueOf(parts[1])))
          .findAny()
          .orElseThrow(() -> new IOException("no RabbitMQ in " + home));
    }
  }
}
