package pipeline.server.http;

import pipeline.server.exchange.ErrorCode;
import pipeline.server.exchange.HttpError;

/**
 * Splits bodies of many lines. A line ends with LF or CRLF, the last one perhaps with the body;
 * empty ones are skipped. Immutable.
 *
 * @param lineLimit in bytes, without the line's end
 * @param maxLines in a body, without empty ones
 */
record BodyLines(int lineLimit, int maxLines) {

  /**
   * Gives the lines of {@code body[0..length)} to {@code post}.
   *
   * @return how many they are
   * @throws HttpError that names the line, counted from 1 with the empty ones: 413 if it is too
   *     long, or what the post says of it; 413 if there are too many
   */
  int read(byte[] body, int length, Post<?> post) throws HttpError {
    int lines = 0;
    int number = 0;
    for (int from = 0, end; from < length; from = end + 1) {
      end = endOfLine(body, from, length);
      number++;
      int to = end < length && end > from && body[end - 1] == '\r' ? end - 1 : end;
      if (to > from) {
        if (lines == maxLines) {
          throw tooLong("the body has more than " + maxLines + " lines");
        }
        lines++;
        try {
          take(body, from, to, post);
        } catch (HttpError refusal) {
          throw refusal.ofLine(number);
        }
      }
    }
    return lines;
  }

  private void take(byte[] body, int from, int to, Post<?> post) throws HttpError {
    if (to - from > lineLimit) {
      throw tooLong("longer than " + lineLimit + " bytes");
    }
    post.line(body, from, to);
  }

  private static HttpError tooLong(String message) {
    return new HttpError(ErrorCode.TOO_LONG, message);
  }

  private static int endOfLine(byte[] body, int from, int length) {
    int at = from;
    while (at < length && body[at] != '\n') {
      at++;
    }
    return at;
  }
}
