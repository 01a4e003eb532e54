package pipeline.client.workload;

import java.io.ByteArrayOutputStream;

/**
 * Collects lines into one request; divides a file in the same way each time, by the lines and the
 * two limits only, so that a run which is resumed sends the same ranges again. Not thread-safe.
 */
final class TextBody {
  static final int MAX_BYTES = 1024 * 1024;

  private static final byte[] LF = {'\n'};
  private static final byte[] CRLF = {'\r', '\n'};

  private final int maxLines;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private int lines;

  TextBody(int maxLines) {
    this.maxLines = maxLines;
  }

  /**
   * Adds a line and what ends it, if there is room; an empty body has room for a line of any
   * length.
   *
   * @param line not empty
   */
  boolean add(byte[] line) {
    byte[] end = line[line.length - 1] == '\r' ? CRLF : LF; // LF alone would take the line's CR
    boolean full = lines == maxLines || bytes.size() + line.length + end.length > MAX_BYTES;
    if (lines > 0 && full) {
      return false;
    }
    bytes.writeBytes(line);
    bytes.writeBytes(end);
    lines++;
    return true;
  }

  int lines() {
    return lines;
  }

  byte[] toByteArray() {
    return bytes.toByteArray();
  }
}
