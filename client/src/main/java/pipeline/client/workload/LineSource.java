package pipeline.client.workload;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import pipeline.client.http.Request;

/**
 * Word count's requests: the lines of a file, in order, over and over, each as the body {@code
 * {"message":"<line>"}}. A request's number counts the non-empty lines from 0 and goes on through
 * the repetitions.
 */
final class LineSource implements RequestSource {
  private static final String PATH = "/textbody/wordcount";
  private static final byte[] START = "{\"message\":\"".getBytes(US_ASCII);
  private static final byte[] END = "\"}".getBytes(US_ASCII);
  private static final byte[] CONTROL = "\\u00".getBytes(US_ASCII);
  private static final byte[] HEX = "0123456789abcdef".getBytes(US_ASCII);

  private final LineReader lines;
  private long seq;

  LineSource(Path file) throws IOException {
    this.lines = new LineReader(file);
  }

  /** Only reading holds the lock; the body is made by the thread that sends it. */
  @Override
  public Optional<Request> next() throws IOException {
    Optional<byte[]> line;
    long number;
    synchronized (this) {
      line = lines.nextInRounds();
      number = seq++;
    }
    return line.map(text -> new Request(number, "POST", PATH, body(text)));
  }

  /**
   * Escapes what JSON requires (quote, backslash, control characters; RFC 8259 section 7) and
   * leaves every other byte as it is, so the server reads exactly the bytes of the line.
   *
   * @param line valid UTF-8
   */
  static byte[] body(byte[] line) {
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

  @Override
  public synchronized void close() throws IOException {
    lines.close();
  }
}
