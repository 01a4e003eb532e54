package pipeline.wire.process;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * A stream that notes its first failure, for a writer above it that hides failures. Not buffered.
 */
class WatchedStream extends FilterOutputStream {
  private volatile IOException failure;

  WatchedStream(OutputStream out) {
    super(out);
  }

  /** The first failure of a write; null if there was none. */
  final IOException failure() {
    return failure;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      failure = failure == null ? e : failure;
      throw e;
    }
  }
}
