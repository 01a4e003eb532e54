package pipeline.rig;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import pipeline.rig.machine.Scratch;

/** The finished programs: the jars that users start. Immutable. */
public final class Jars implements Closeable {
  /** The jars that are not named as their folders are, by module. */
  private static final Map<String, String> NAMES =
      Map.of(
          "deploy/peers-spring", "spring.jar",
          "deploy/local", "broker.jar",
          "deploy/flink", "flink-job.jar");

  private final Path root;
  private final Optional<Scratch> copies;

  private Jars(Path root, Optional<Scratch> copies) {
    this.root = root;
    this.copies = copies;
  }

  /** The jars of a checkout, as they are built; whether they exist is not checked. */
  public static Jars builtIn(Path root) {
    return new Jars(root, Optional.empty());
  }

  /**
   * Copies of a checkout's jars, so that a build in the meantime does not pull them from under the
   * programs.
   *
   * @param modules those that are used; no others are there
   * @throws IOException a jar is missing
   */
  public static Jars copiedFrom(Path root, List<String> modules) throws IOException {
    Jars built = builtIn(root);
    Optional<String> missing = built.missing(modules);
    if (missing.isPresent()) {
      throw new IOException(missing.get());
    }
    Jars copied = new Jars(root, Optional.of(Scratch.create("jars")));
    try {
      for (String module : modules) {
        Files.copy(built.of(module), copied.of(module));
      }
    } catch (IOException e) {
      copied.close();
      throw e;
    }
    return copied;
  }

  /** Names the first of the modules' jars that is not there, in one line; empty if all are. */
  public Optional<String> missing(List<String> modules) {
    return modules.stream()
        .map(this::of)
        .filter(jar -> !Files.isReadable(jar))
        .map(jar -> jar + " is missing (mvn -Pall package builds it)")
        .findFirst();
  }

  /** The checkout that the jars were built in. */
  public Path root() {
    return root;
  }

  /**
   * The jar of a module.
   *
   * @param module its folder below the checkout, such as {@code deploy/hooks}
   */
  public Path of(String module) {
    Path folder = root.resolve(module);
    Path where = copies.map(Scratch::path).orElse(folder.resolve("target"));
    return where.resolve(NAMES.getOrDefault(module, folder.getFileName() + ".jar"));
  }

  /** Removes copies; what was built stays. */
  @Override
  public void close() throws IOException {
    if (copies.isPresent()) {
      copies.get().close();
    }
  }
}
