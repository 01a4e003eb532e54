package pipeline.server;

import java.util.concurrent.atomic.AtomicBoolean;
import pipeline.wire.RequestKey;

/**
 * An entry on its way to the broker. Whoever ends it first wins, so that it is answered exactly
 * once. Thread-safe.
 */
final class PendingEntry {
  private final RequestKey key;
  private final byte[] encoded;
  private final long deadline;
  private final Completion completion;
  private final AtomicBoolean ended = new AtomicBoolean();

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

  /** Answers the request unless that happened before. */
  void end(Verdict verdict) {
    if (ended.compareAndSet(false, true)) {
      completion.ended(verdict);
    }
  }
}
