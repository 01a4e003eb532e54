package pipeline.server;

/**
 * One kind of POST: from a body to what is published, and from there to the answer. Thread-safe.
 *
 * @param <P> what its entry carries
 */
interface Post<P> {

  /**
   * What goes to the consumer for the body {@code body[0..length)}.
   *
   * @throws Refusal 400 if the body is not of the form it should have
   */
  P payload(byte[] body, int length) throws Refusal;

  /** The HTTP status that the client gets once the broker has the entry. */
  int status();

  /** The JSON that comes with it. */
  String answer(P payload);
}
