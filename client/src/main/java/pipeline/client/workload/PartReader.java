package pipeline.client.workload;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reads a part of the lines of a file that are not empty, block by block, over and over; the blocks
 * of others are read too, and left out. Not thread-safe.
 */
final class PartReader implements Closeable {
  private final Path file;
  private final Part part;
  private final long size;
  private LineReader lines;

  /** The number of lines in the rounds before this one. */
  private long earlier;

  private long block;
  private long next;
  private long end;

  /**
   * @param size how many lines the file had when the run began
   */
  PartReader(Path file, long size, Part part) throws IOException {
    this.file = file;
    this.part = part;
    this.size = size;
    this.lines = new LineReader(file);
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
      LineReader again = new LineReader(file); // a failure ends the reading for all
      lines.close();
      lines = again;
      block = part.firstLine(size);
      earlier += size;
      next = 0;
    }
    while (next < block) {
      read();
    }
    end = Math.min(size, block + part.blockLines(size));
  }

  /** The next line as {@link #next} gives it, but empty at the end of a block. */
  Optional<byte[]> nextOfBlock() throws IOException {
    if (next == end) {
      return Optional.empty();
    }
    byte[] line = read();
    if (next == size && lines.next().isPresent()) {
      throw new IOException("it has more than the " + size + " lines that it had at first");
    }
    return Optional.of(line);
  }

  private byte[] read() throws IOException {
    next++;
    return lines
        .next()
        .orElseThrow(
            () ->
                new IOException(
                    "it ends before line " + next + " of the " + size + " it had at first"));
  }

  /** The number of the line that was returned last, which goes on through the rounds. */
  long number() {
    return earlier + next - 1;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
