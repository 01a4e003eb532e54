package pipeline.client.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHeaders;

/** Makes outcomes of answers, and of errors that came instead. */
final class AnswerReader {
  private static final int MAX_BYTES = 64 * 1024;

  /** Of an error's body only this much goes into its text. */
  private static final int MAX_ERROR_CHARS = 200;

  private AnswerReader() {}

  /**
   * Reads the answer to its end, so that its connection can be used again.
   *
   * @throws IOException also if the answer is too long to be one; the connection is of no use then
   */
  static Outcome read(ClassicHttpResponse response) throws IOException {
    int status = response.getCode();
    byte[] body = body(response.getEntity());
    Outcome success = Outcome.success(status);
    return success.isSuccess()
        ? success
        : Outcome.refused(
            status,
            oneLine("HTTP " + status + " " + new String(body, StandardCharsets.UTF_8)),
            retryAfter(response));
  }

  /** What is said of an attempt that had no answer. */
  static Outcome none(Exception e) {
    return Outcome.unanswered(oneLine(e.getClass().getSimpleName() + ": " + e.getMessage()));
  }

  private static byte[] body(HttpEntity entity) throws IOException {
    if (entity == null) {
      return new byte[0];
    }
    InputStream in = entity.getContent();
    byte[] body = in.readNBytes(limit(entity.getContentLength()));
    if (in.read() >= 0) {
      throw new IOException("answer longer than " + MAX_BYTES + " bytes");
    }
    return body;
  }

  /** With a length that is known less is allocated, and the answer ends without another read. */
  private static int limit(long length) {
    return length < 0 ? MAX_BYTES : (int) Math.min(length, MAX_BYTES);
  }

  /** The form in seconds; a date counts as not given. */
  private static Duration retryAfter(ClassicHttpResponse response) {
    Header header = response.getFirstHeader(HttpHeaders.RETRY_AFTER);
    if (header == null || !header.getValue().matches("[0-9]{1,9}")) {
      return Duration.ZERO;
    }
    return Duration.ofSeconds(Long.parseLong(header.getValue()));
  }

  private static String oneLine(String text) {
    String line = text.replaceAll("[\\p{Cc}\\s]+", " ").strip();
    return line.length() <= MAX_ERROR_CHARS ? line : line.substring(0, MAX_ERROR_CHARS) + "...";
  }
}
