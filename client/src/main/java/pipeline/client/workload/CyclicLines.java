package pipeline.client.workload;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/** The non-empty lines of a file, from the start again after the last. Not thread-safe. */
final class CyclicLines implements Closeable {
  private final InputFile file;
  private LineReader reader;

  CyclicLines(InputFile file) throws IOException {
    this.file = file;
    this.reader = new LineReader(file.path());
  }

  /** The next line; empty only if the file has none. */
  Optional<byte[]> next() throws IOException {
    Optional<byte[]> line = reader.next();
    if (line.isEmpty() && file.lines() > 0) {
      reader.close();
      reader = new LineReader(file.path());
      line = reader.next();
    }
    return line;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
