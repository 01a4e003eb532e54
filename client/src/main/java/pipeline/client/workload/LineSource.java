package pipeline.client.workload;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import pipeline.client.http.Request;

/**
 * Word count's requests: the lines of a file, in order, over and over. A line of its own goes as
 * the body {@code {"message":"<line>"}}, many go as text, and never from two repetitions. A
 * request's number counts the non-empty lines from 0 and goes on through the repetitions.
 */
final class LineSource implements RequestSource {
  private static final String PATH = "/textbody/wordcount";
  private static final byte[] START = "{\"message\":\"".getBytes(US_ASCII);
  private static final byte[] END = "\"}".getBytes(US_ASCII);
  private static final byte[] CONTROL = "\\u00".getBytes(US_ASCII);
  private static final byte[] HEX = "0123456789abcdef".getBytes(US_ASCII);

  private static final String TEXT = "text/plain; charset=utf-8";

  private final LineReader lines;
  private final long size;
  private final int linesPerRequest;
  private final Optional<FileTraffic.Elsewhere> elsewhere;
  private Optional<byte[]> ahead = Optional.empty();
  private long seq;

  /**
   * @param size how many lines that are not empty the file had when it was checked
   */
  LineSource(Path file, long size, int linesPerRequest, Optional<FileTraffic.Elsewhere> elsewhere)
      throws IOException {
    this.lines = new LineReader(file);
    this.size = size;
    this.linesPerRequest = linesPerRequest;
    this.elsewhere = elsewhere;
  }

  @Override
  public Optional<Request> next() throws IOException {
    Optional<Request> next = linesPerRequest == 1 ? nextLine() : nextLines();
    return elsewhere.isEmpty()
        ? next
        : next.map(line -> line.elsewhere(elsewhere.get().path(), elsewhere.get().withKeys()));
  }

  /**
   * The next line as a request. The lock is held to read the line only; the thread that sends it
   * makes the body.
   */
  private Optional<Request> nextLine() throws IOException {
    Optional<byte[]> line;
    long number;
    synchronized (this) {
      line = lines.nextInRounds(size);
      number = seq++;
    }
    return line.map(text -> Request.post(number, PATH, body(text)));
  }

  private synchronized Optional<Request> nextLines() throws IOException {
    TextBody body = new TextBody(linesPerRequest);
    Optional<byte[]> line = ahead.isPresent() ? ahead : lines.nextInRounds(size);
    while (line.isPresent() && body.add(line.get())) {
      line = lines.nextOfRound(size);
    }
    ahead = line;
    long first = seq;
    seq += body.lines();
    return body.lines() == 0
        ? Optional.empty()
        : Optional.of(Request.post(first, body.lines(), PATH, TEXT, body.toByteArray()));
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
