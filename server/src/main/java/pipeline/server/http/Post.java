package pipeline.server.http;

import pipeline.wire.codec.Lines;

/**
 * One POST: takes its body, or one after the other the lines of a body of many, and then says what
 * is published and what the client is told. For one thread.
 *
 * @param <P> what a line's entry carries
 */
public interface Post<P> {

  /**
   * The body, or its next line, which is not empty and without its end: {@code body[from..to)}.
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

  /** The JSON that comes with it; by default no more than that it was taken. */
  default String answer() {
    return "{\"message\":\"created\"}";
  }
}
