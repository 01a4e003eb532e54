package pipeline.server.http;

import pipeline.wire.codec.Lines;

/**
 * A POST of many lines, the sibling of {@link Post}: takes those of one body, one after the other.
 * For one thread.
 *
 * @param <P> what a line's entry carries
 */
public interface BulkPost<P> {

  /**
   * The next line, which is not empty: {@code body[from..to)}, without its end.
   *
   * @throws HttpError 400 if it is not of the form it should have
   */
  void line(byte[] body, int from, int to) throws HttpError;

  /** What goes to the consumer; only asked if there is a line. */
  Lines<P> lines();

  /** The HTTP status that the client gets once the broker has all lines; by default 201. */
  default int status() {
    return 201;
  }

  /** The JSON that comes with it. */
  String answer();
}
