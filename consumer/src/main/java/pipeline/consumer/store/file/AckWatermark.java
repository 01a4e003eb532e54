package pipeline.consumer.store.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.zip.CRC32C;

/**
 * The number of the last checkpoint whose messages were acked, in a file beside the state file. A
 * state file with an older checkpoint was truncated or restored from a copy; to start from it would
 * silently lose messages. Writes are not forced: kill -9 loses nothing that was written, and after
 * a power cut an older watermark only accepts state files that are not older than it. Not
 * thread-safe.
 */
final class AckWatermark implements AutoCloseable {
  private static final int LENGTH = "cut=0123456789abcdef crc=01234567\n".length();

  private final FileChannel file;

  private AckWatermark(FileChannel file) {
    this.file = file;
  }

  /** Creates a watermark, forced to the disk. */
  static AckWatermark create(Path path, long checkpoint) throws IOException {
    AckWatermark watermark =
        new AckWatermark(
            FileChannel.open(
                path,
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS));
    watermark.write(checkpoint);
    watermark.file.force(true);
    return watermark;
  }

  /** Opens the watermark that was written before. */
  static AckWatermark open(Path path) throws IOException {
    return new AckWatermark(
        FileChannel.open(
            path, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
  }

  /** The number of the checkpoint last written. */
  long read() throws IOException, StateException {
    ByteBuffer bytes = ByteBuffer.allocate(LENGTH + 1);
    file.read(bytes, 0);
    String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.ISO_8859_1);
    if (text.length() == LENGTH) {
      try {
        long checkpoint = Long.parseUnsignedLong(text.substring(4, 20), 16);
        if (text.equals(text(checkpoint))) {
          return checkpoint;
        }
      } catch (NumberFormatException e) {
        // the same damage as a wrong checksum
      }
    }
    throw new StateException("the mark of acked messages is damaged");
  }

  void write(long checkpoint) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text(checkpoint).getBytes(StandardCharsets.ISO_8859_1));
    while (bytes.hasRemaining()) {
      file.write(bytes, bytes.position());
    }
  }

  private static String text(long checkpoint) {
    String number = String.format(Locale.ROOT, "cut=%016x", checkpoint);
    CRC32C crc = new CRC32C();
    crc.update(number.getBytes(StandardCharsets.ISO_8859_1));
    return number + String.format(Locale.ROOT, " crc=%08x\n", crc.getValue());
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      // every write has returned; there is nothing left to fail
    }
  }
}
