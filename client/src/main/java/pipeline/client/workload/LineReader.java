package pipeline.client.workload;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Splits a file into lines, byte for byte. A line ends with LF or CRLF; every other CR is part of
 * the line, as are blanks, NUL and a byte order mark. The last line needs no end, and a CR at the
 * end of the file is part of it. Holds one buffer and one line, never the file. Not thread-safe.
 */
public final class LineReader implements Closeable {
  /**
   * The most bytes of a line, far above any server's limit; it keeps a file without line ends from
   * filling the memory.
   */
  public static final int MAX_LINE_BYTES = 16 * 1024 * 1024;

  private final Line line = new Line();
  private final byte[] buffer = new byte[64 * 1024];
  private final InputStream in;
  private int position;
  private int limit;
  private long lineNumber;

  LineReader(Path file) throws IOException {
    this.in = Files.newInputStream(file);
  }

  /**
   * The next line that is not empty, without its line end; empty at the end of the file.
   *
   * @throws IOException also if the line has more than {@link #MAX_LINE_BYTES}
   */
  Optional<byte[]> next() throws IOException {
    while (position < limit || fill()) {
      lineNumber++;
      byte[] text = rest();
      if (text.length > 0) {
        return Optional.of(text);
      }
    }
    return Optional.empty();
  }

  /** The rest of the line that is being read, which may span several buffers. */
  private byte[] rest() throws IOException {
    line.reset();
    do {
      int end = indexOfLineFeed();
      line.write(buffer, position, end - position);
      position = end;
      checkLength(MAX_LINE_BYTES + 1); // the one byte too many may be the CR of the line's end
    } while (position == limit && fill());
    if (position < limit) {
      position++;
      line.dropCarriageReturn();
    }
    checkLength(MAX_LINE_BYTES);
    return line.toByteArray();
  }

  private void checkLength(int most) throws IOException {
    if (line.size() > most) {
      throw new IOException("line " + lineNumber + " is longer than " + MAX_LINE_BYTES + " bytes");
    }
  }

  /** The number, from 1, that an editor shows for the line returned last. */
  long lineNumber() {
    return lineNumber;
  }

  private int indexOfLineFeed() {
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

  /** The part of a line that has been read; the line may span several buffers. */
  private static final class Line extends ByteArrayOutputStream {

    /** Removes one CR from the end, if there is one. */
    void dropCarriageReturn() {
      if (count > 0 && buf[count - 1] == '\r') {
        count--;
      }
    }
  }
}
