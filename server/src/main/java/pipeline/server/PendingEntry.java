package pipeline.server;

import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.wire.identity.RequestKey;

/**
 * An entry on its way to the broker. Whoever ends it first wins, so that it is answered exactly
 * once. Thread-safe.
 */
final class PendingEntry {
  private static final Logger LOG = LoggerFactory.getLogger(PendingEntry.class);

  private enum State {
    WAITING,
    SENDING,
    SENT,
    ENDED
  }

  private final RequestKey key;
  private final byte[] encoded;
  private final long deadline;
  private final Completion completion;
  private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);

  /**
   * @param deadline by the publisher's nanosecond clock
   */
  PendingEntry(RequestKey key, byte[] encoded, long deadline, Completion completion) {
    this.key = key;
    this.encoded = encoded;
    this.deadline = deadline;
    this.completion = completion;
  }

  RequestKey key() {
    return key;
  }

  /** Not copied; nobody changes it. */
  byte[] encoded() {
    return encoded;
  }

  long deadline() {
    return deadline;
  }

  boolean isOverdue(long now) {
    return now - deadline >= 0;
  }

  /** Answers the request unless that happened before, and ends it unless that is under way. */
  void end(Verdict verdict) {
    if (state.compareAndSet(State.WAITING, State.ENDED)) {
      attempt(() -> completion.ended(verdict));
    } else {
      finish();
    }
  }

  /**
   * Sends that it was confirmed unless it was answered before; {@link #finish} must follow. Blocks
   * while the client does not read.
   */
  void send() {
    if (state.compareAndSet(State.WAITING, State.SENDING)) {
      attempt(completion::send);
      state.set(State.SENT);
    }
  }

  /** Ends the request if its answer has been sent. */
  void finish() {
    if (state.compareAndSet(State.SENT, State.ENDED)) {
      attempt(completion::finished);
    }
  }

  /** What goes wrong with one request is not to reach the others of its message. */
  private static void attempt(Runnable answer) {
    try {
      answer.run();
    } catch (Throwable e) {
      LOG.error("a request could not be answered", e);
    }
  }
}
