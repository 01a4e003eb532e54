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

  private final Path file;
  private final Line line = new Line();
  private final byte[] buffer = new byte[64 * 1024];
  private InputStream in;
  private int position;
  private int limit;
  private long lineNumber;
  private long taken;

  LineReader(Path file) throws IOException {
    this.file = file;
    this.in = Files.newInputStream(file);
  }

  /**
   * The next line that is not empty, without its line end; empty at the end of the file.
   *
   * @throws IOException also if the line has more than {@link #MAX_LINE_BYTES}
   */
  Optional<byte[]> next() throws IOException {
    line.reset();
    boolean open = false;
    while (position < limit || fill()) {
      if (!open) {
        lineNumber++;
      }
      int end = indexOfLineFeed();
      line.write(buffer, position, end - position);
      open = end == limit;
      position = open ? limit : end + 1;
      if (open) {
        // the one byte too many may be the CR of the line's end
        checkLength(MAX_LINE_BYTES + 1);
      } else {
        line.dropCarriageReturn();
        if (line.size() > 0) {
          return text();
        }
      }
    }
    return text();
  }

  /**
   * The next line as {@link #next} gives it, but the first line follows the last; empty only if the
   * file has none.
   *
   * @param size how many lines that are not empty the file had when the run began
   * @throws IOException if a round has another number of lines
   */
  Optional<byte[]> nextInRounds(long size) throws IOException {
    Optional<byte[]> next = nextOfRound(size);
    if (next.isEmpty() && size > 0) {
      InputStream again = Files.newInputStream(file); // a failure ends the reading for all
      in.close();
      in = again;
      lineNumber = 0;
      taken = 0;
      next = nextOfRound(size);
    }
    return next;
  }

  /** The next line as {@link #nextInRounds} gives it, but empty at the end of a round. */
  Optional<byte[]> nextOfRound(long size) throws IOException {
    Optional<byte[]> next = next();
    if (next.isPresent() == (taken == size)) {
      throw new IOException(
          next.isPresent()
              ? "it has more than the " + size + " lines that it had at first"
              : "it has " + taken + " lines now, but had " + size + " at first");
    }
    taken += next.isPresent() ? 1 : 0;
    return next;
  }

  private Optional<byte[]> text() throws IOException {
    checkLength(MAX_LINE_BYTES);
    return line.size() > 0 ? Optional.of(line.toByteArray()) : Optional.empty();
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
