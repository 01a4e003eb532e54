package pipeline.server;

/**
 * Is told once how an entry ended, on a thread of the publisher: either by {@link #ended}, or by
 * {@link #send} and then {@link #finished}. None of them throws.
 */
@FunctionalInterface
interface Completion {

  /** The answer, without blocking; the container sends it. */
  void ended(Verdict verdict);

  /** The answer to a confirmed entry, sent at once: blocks while the client does not read. */
  default void send() {
    ended(Verdict.CONFIRMED);
  }

  /** Ends what {@link #send} has answered, without blocking. */
  default void finished() {}
}
