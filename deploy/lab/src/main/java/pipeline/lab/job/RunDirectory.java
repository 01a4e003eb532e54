package pipeline.lab.job;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import pipeline.rig.machine.FreeSpace;
import pipeline.rig.machine.OutputDirectory;
import pipeline.rig.machine.Scratch;

/** The directory that a run leaves: its logs and counts, not the data of its own services. */
record RunDirectory(Path path) implements Closeable {
  /**
   * Makes the directory, or takes one that is empty.
   *
   * @throws JobException it cannot be used
   */
  static RunDirectory create(Arguments arguments, Path root) throws IOException {
    String now =
        LocalDateTime.now(ZoneId.systemDefault())
            .format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT));
    Path out = arguments.out == null ? root.resolve("deploy/out").resolve(now) : arguments.out;
    try {
      OutputDirectory.create("--out", out);
    } catch (IllegalArgumentException e) {
      throw JobException.usage(e.getMessage());
    }
    Optional<String> shortage = FreeSpace.shortage(out, "a run");
    if (shortage.isPresent()) {
      throw JobException.failed(shortage.get());
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
