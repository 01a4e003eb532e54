package pipeline.lab.job;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.stream.Stream;
import pipeline.lab.process.Scratch;

/** What a run leaves behind: its logs and counts, not the data of its own services. */
record RunDirectory(Path path) implements Closeable {
  private static final long LEAST_MIB = 300;

  /**
   * Makes it, or takes one that is empty.
   *
   * @throws JobException it cannot be used
   */
  static RunDirectory create(Arguments arguments, Path root) throws IOException, JobException {
    String now =
        LocalDateTime.now(ZoneId.systemDefault())
            .format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"));
    Path out = arguments.out == null ? root.resolve("deploy/out").resolve(now) : arguments.out;
    try {
      Files.createDirectories(out);
    } catch (IOException e) {
      throw JobException.failed(out + " cannot be created");
    }
    if (!Files.isWritable(out)) {
      throw JobException.failed(out + " is not writable");
    }
    if (!isEmpty(out)) {
      throw JobException.failed(out + " is not empty");
    }
    long free = Files.getFileStore(out).getUsableSpace() >> 20;
    if (free < LEAST_MIB) {
      throw JobException.failed(
          "no space: %s has %d MiB free, but a run needs %d".formatted(out, free, LEAST_MIB));
    }
    return new RunDirectory(out.toRealPath());
  }

  private static boolean isEmpty(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.findAny().isEmpty();
    }
  }

  @Override
  public void close() throws IOException {
    Scratch.delete(path.resolve("rabbitmq"));
    Scratch.delete(path.resolve("redis"));
    if (isEmpty(path)) {
      Files.delete(path);
    }
  }
}
