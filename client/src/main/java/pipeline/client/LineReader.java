package pipeline.client;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Splits a file into lines, byte for byte. Only {@code \n} ends a line; a {@code \r} before it is
 * part of the line, as are blanks, NUL and a byte order mark. The last line needs no {@code \n}.
 * Holds one buffer and one line, never the file. Not thread-safe.
 */
final class LineReader implements Closeable {
  /** Far above any server's limit; keeps a file without line ends from filling the memory. */
  static final int MAX_LINE_BYTES = 16 * 1024 * 1024;

  private final InputStream in;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private final byte[] buffer = new byte[64 * 1024];
  private int position;
  private int limit;
  private long lineNumber;

  LineReader(Path file) throws IOException {
    in = Files.newInputStream(file);
  }

  /**
   * The next line that is not empty, without its line end; empty at the end of the file.
   *
   * @throws LineTooLongException if the line has more than {@link #MAX_LINE_BYTES}
   */
  Optional<byte[]> next() throws IOException {
    line.reset();
    boolean lineOpen = false;
    while (position < limit || fill()) {
      if (!lineOpen) {
        lineNumber++;
      }
      int end = indexOfLineEnd();
      line.write(buffer, position, end - position);
      if (line.size() > MAX_LINE_BYTES) {
        throw new LineTooLongException(lineNumber);
      }
      lineOpen = end == limit;
      position = lineOpen ? limit : end + 1;
      if (!lineOpen && line.size() > 0) {
        return Optional.of(line.toByteArray());
      }
    }
    return line.size() > 0 ? Optional.of(line.toByteArray()) : Optional.empty();
  }

  /** The number, from 1, that an editor shows for the line returned last. */
  long lineNumber() {
    return lineNumber;
  }

  private int indexOfLineEnd() {
    int index = position;
    while (index < limit && buffer[index] != '\n') {
      index++;
    }
    return index;
  }

  private boolean fill() throws IOException {
    position = 0;
    limit = Math.max(0, in.read(buffer));
    return limit > 0;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  /** A line of a length that no server takes. */
  static final class LineTooLongException extends IOException {
    private static final long serialVersionUID = 1;

    LineTooLongException(long lineNumber) {
      super("line " + lineNumber + " is longer than " + MAX_LINE_BYTES + " bytes");
    }
  }
}
