package pipeline.server.http;

/**
 * One kind of POST: from a body to what is published, and from there to the answer. Thread-safe.
 *
 * @param <P> what its entry carries
 */
public interface Post<P> {

  /**
   * What goes to the consumer for the body {@code body[0..length)}.
   *
   * @throws HttpError 400 if the body is not of the form it should have
   */
  P payload(byte[] body, int length) throws HttpError;

  /** The HTTP status that the client gets once the broker has the entry; by default 201. */
  default int status() {
    return 201;
  }

  /** The JSON that comes with it; by default no more than that it was taken. */
  default String answer(P payload) {
    return "{\"message\":\"created\"}";
  }
}
