package pipeline.consumer.store.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.Locale;
import java.util.zip.CRC32C;

/**
 * The number of the last checkpoint whose messages were acked, in a file beside the state file. A
 * state file with an older checkpoint was truncated or restored from a copy; to start from it would
 * silently lose messages. Writes are not forced: kill -9 loses nothing that was written, and after
 * a power cut an older watermark only accepts state files that are not older than it.
 */
record AckWatermark(Path path) {
  private static final String NUMBER = "cut=";

  /** Creates the file for a state without checkpoints, and forces it to the disk. */
  void create() throws IOException {
    Files.writeString(
        path,
        text(0),
        StandardOpenOption.CREATE,
        StandardOpenOption.WRITE,
        StandardOpenOption.SYNC);
  }

  /** The number of the checkpoint last written. */
  long read() throws IOException, StateException {
    String text = Files.readString(path, StandardCharsets.ISO_8859_1);
    try {
      int first = NUMBER.length();
      long checkpoint = HexFormat.fromHexDigitsToLong(text, first, first + 2 * Long.BYTES);
      if (text.equals(text(checkpoint))) {
        return checkpoint;
      }
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      // refused below
    }
    throw new StateException("the mark of acked messages is damaged");
  }

  /** Writes over the number of the checkpoint before, which takes as many bytes. */
  void write(long checkpoint) throws IOException {
    Files.writeString(path, text(checkpoint), StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
  }

  private static String text(long checkpoint) {
    String number = String.format(Locale.ROOT, NUMBER + "%016x", checkpoint);
    CRC32C crc = new CRC32C();
    crc.update(number.getBytes(StandardCharsets.ISO_8859_1));
    return String.format(Locale.ROOT, "%s crc=%08x\n", number, crc.getValue());
  }
}
