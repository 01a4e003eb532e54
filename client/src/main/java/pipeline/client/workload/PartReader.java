package pipeline.client.workload;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a part of the lines of a file that are not empty, block by block, over and over. Not
 * thread-safe.
 */
final class PartReader implements Closeable {
  private final Path file;
  private final LineIndex index;
  private final Part part;
  private final long size;
  private LineReader lines;

  /** The number of lines in the rounds before this one. */
  private long earlier;

  private long block;
  private long next;
  private long end;

  /**
   * @param index of the file as it was when the run began
   */
  PartReader(Path file, LineIndex index, Part part) throws IOException {
    this.file = file;
    this.index = index;
    this.part = part;
    this.size = index.size();
    this.lines = index.open(file, 0);
    this.block = size == 0 ? 0 : part.firstLine(size) - part.stride(size);
  }

  /**
   * The next line; the first follows the last. Empty only if the part has none.
   *
   * @throws IOException if the file has another number of lines than when the run began
   */
  Optional<byte[]> next() throws IOException {
    if (next == end && part.lines(size) > 0) {
      beginBlock();
    }
    return nextOfBlock();
  }

  private void beginBlock() throws IOException {
    block += part.stride(size);
    if (block >= size) {
      block = part.firstLine(size);
      earlier += size;
    }
    LineReader again = index.open(file, block); // a failure ends the reading for all
    lines.close();
    lines = again;
    next = block;
    end = Math.min(size, block + part.blockLines(size));
  }

  /** The next line as {@link #next} gives it, but empty at the end of a block. */
  Optional<byte[]> nextOfBlock() throws IOException {
    if (next == end) {
      return Optional.empty();
    }
    Optional<byte[]> line = lines.next();
    next++;
    if (line.isEmpty()) {
      throw new IOException("it ends before line " + next + " of the " + size + " it had at first");
    }
    if (next == size && lines.next().isPresent()) {
      throw new IOException("it has more than the " + size + " lines that it had at first");
    }
    return line;
  }

  /** The number of the line that was returned last, which goes on through the rounds. */
  long number() {
    return earlier + next - 1;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }

  /**
   * Where the lines of a file begin, so that reading can start at any of them: one offset for each
   * 1,024 lines. Read-only once the file has been read.
   */
  static final class LineIndex {
    private static final int LINES = 1_024;

    private final List<Long> offsets = new ArrayList<>();
    private long size;

    /**
     * Adds the next line.
     *
     * @param offset the number of bytes before it
     */
    void add(long offset) {
      if (size % LINES == 0) {
        offsets.add(offset);
      }
      size++;
    }

    /** The number of lines. */
    long size() {
      return size;
    }

    /**
     * Opens the file before a line.
     *
     * @param line its number among those that are not empty, from 0
     */
    LineReader open(Path file, long line) throws IOException {
      LineReader reader = new LineReader(file, size == 0 ? 0 : offsets.get((int) (line / LINES)));
      try {
        for (long before = line % LINES; before > 0; before--) {
          reader.next();
        }
        return reader;
      } catch (IOException e) {
        reader.close();
        throw e;
      }
    }
  }
}
