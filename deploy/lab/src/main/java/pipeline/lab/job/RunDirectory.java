package pipeline.lab.job;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import pipeline.rig.machine.OutputDirectory;
import pipeline.rig.machine.Scratch;

/** The directory that a run leaves: its logs and counts, not the data of its own services. */
record RunDirectory(Path path) implements Closeable {
  /**
   * Makes the directory, or takes one that is empty.
   *
   * @throws IllegalArgumentException it cannot be used, in one line
   */
  static RunDirectory create(Arguments arguments, Path root) throws IOException {
    Path out = arguments.out == null ? OutputDirectory.ofNow(root, "") : arguments.out;
    try {
      OutputDirectory.create(out, "a run");
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(e.getMessage() + Arguments.HELP, e);
    }
    return new RunDirectory(out.toRealPath());
  }

  @Override
  public void close() throws IOException {
    Scratch.delete(path.resolve("rabbitmq"));
    Scratch.delete(path.resolve("redis"));
    Scratch.delete(path.resolve("flink"));
    Scratch.deleteIfEmpty(path);
  }
}
