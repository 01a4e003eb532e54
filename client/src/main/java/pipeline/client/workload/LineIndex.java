package pipeline.client.workload;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Where the lines of a file begin, so that reading can start at any of them: eight bytes for each
 * 1,024 lines. Read-only once the file has been read.
 */
final class LineIndex {
  private static final int LINES = 1_024;

  private long[] offsets = new long[16];
  private long size;

  /**
   * Adds the next line.
   *
   * @param offset the number of bytes before it
   */
  void add(long offset) {
    if (size % LINES == 0) {
      int index = (int) (size / LINES);
      if (index == offsets.length) {
        offsets = Arrays.copyOf(offsets, 2 * index);
      }
      offsets[index] = offset;
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
    LineReader reader = new LineReader(file, offsets[(int) (line / LINES)]);
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
