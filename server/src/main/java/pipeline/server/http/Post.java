package pipeline.server.http;

import pipeline.server.exchange.HttpError;
import pipeline.wire.codec.Lines;

/**
 * The handling of one POST: it takes the body, or the lines of a body of many in turn, and then
 * gives the lines to publish and the answer to the client. For one thread.
 *
 * @param <P> what a line's entry carries
 */
public interface Post<P> {

  /**
   * Takes the body, or its next line, which is not empty and without its end: {@code
   * body[from..to)}.
   *
   * @throws HttpError 400 if it is not of the form it should have
   */
  void line(byte[] body, int from, int to) throws HttpError;

  /** The lines for the consumer; called only if there is a line. */
  Lines<P> lines();

  /** The HTTP status that the client gets once the broker has all lines; by default 200. */
  default int status() {
    return 200;
  }

  /** The JSON of the answer. */
  String answer();
}
