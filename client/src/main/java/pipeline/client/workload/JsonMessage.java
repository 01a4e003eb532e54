package pipeline.client.workload;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** The request body {@code {"message":"<line>"}}. */
final class JsonMessage {
  private static final byte[] START = "{\"message\":\"".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] END = "\"}".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] CONTROL = "\\u00".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private JsonMessage() {}

  /**
   * Escapes what JSON requires (quote, backslash, control characters; RFC 8259 section 7) and
   * leaves every other byte as it is, so the server reads exactly the bytes of the line.
   *
   * @param line valid UTF-8
   */
  static byte[] of(byte[] line) {
    ByteArrayOutputStream body =
        new ByteArrayOutputStream(START.length + line.length + line.length / 8 + END.length);
    body.writeBytes(START);
    for (byte b : line) {
      if (b == '"' || b == '\\') {
        body.write('\\');
        body.write(b);
      } else if (b >= 0 && b < ' ') {
        body.writeBytes(CONTROL);
        body.write(HEX[b >> 4]);
        body.write(HEX[b & 0xf]);
      } else {
        body.write(b);
      }
    }
    body.writeBytes(END);
    return body.toByteArray();
  }
}
