package pipeline.client.workload;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;
import pipeline.client.http.Request;

/**
 * Word count's requests: the lines of a file, in order, over and over. A line of its own goes as
 * the body {@code {"message":"<line>"}}, many go as text, and never from two repetitions or blocks.
 * A request's number counts the non-empty lines of the file from 0 and goes on through the
 * repetitions.
 */
final class LineSource implements RequestSource {
  static final int MAX_BODY_BYTES = 1024 * 1024;

  private static final String PATH = "/textbody/wordcount";
  private static final byte[] LF = {'\n'};
  private static final byte[] CRLF = {'\r', '\n'};
  private static final String TEXT = "text/plain; charset=utf-8";

  private final PartReader lines;
  private final int linesPerRequest;
  private final Optional<FileTraffic.Elsewhere> elsewhere;
  private Optional<byte[]> ahead = Optional.empty();

  /**
   * @param lines which are sent, owned from here on
   */
  LineSource(PartReader lines, int linesPerRequest, Optional<FileTraffic.Elsewhere> elsewhere) {
    this.lines = lines;
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
      line = lines.next();
      number = lines.number();
    }
    return line.map(text -> Request.post(number, PATH, body(text)));
  }

  /**
   * The next lines as a request; divides a file in the same way each time, by the lines and the two
   * limits only, so that a run which is resumed sends the same ranges again. A line of any length
   * fits into an empty body.
   */
  private synchronized Optional<Request> nextLines() throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    Optional<byte[]> line = ahead.isPresent() ? ahead : lines.next();
    long first = lines.number();
    int number = 0;
    while (line.isPresent() && number < linesPerRequest) {
      byte[] text = line.get();
      byte[] end = text[text.length - 1] == '\r' ? CRLF : LF; // LF alone would take the line's CR
      if (number > 0 && body.size() + text.length + end.length > MAX_BODY_BYTES) {
        break;
      }
      body.writeBytes(text);
      body.writeBytes(end);
      number++;
      line = lines.nextOfBlock();
    }
    ahead = line;
    return number == 0
        ? Optional.empty()
        : Optional.of(Request.post(first, number, PATH, TEXT, body.toByteArray()));
  }

  /**
   * Escapes what JSON requires (quote, backslash, control characters; RFC 8259 section 7) and
   * leaves every other character as it is, so the server reads exactly the text of the line.
   *
   * @param line valid UTF-8
   */
  static byte[] body(byte[] line) {
    String text =
        new String(JsonStringEncoder.getInstance().quoteAsString(new String(line, UTF_8)));
    return ("{\"message\":\"" + text + "\"}").getBytes(UTF_8);
  }

  @Override
  public synchronized void close() throws IOException {
    lines.close();
  }
}
