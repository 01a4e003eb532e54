package pipeline.client.http;

import java.util.concurrent.atomic.AtomicLong;

/**
 * One connection's wait for an answer. The thread that sends begins and ends it, another one may
 * let it expire: who comes first has it, so that a wait which has ended is never cut short in the
 * middle of the next. Thread-safe.
 */
final class AnswerWait {
  private static final long NONE = Long.MAX_VALUE;
  private static final long EXPIRED = Long.MIN_VALUE;

  /** When the wait began, or one of the two above. */
  private final AtomicLong state = new AtomicLong(NONE);

  void begin(long nowNanos) {
    state.lazySet(nowNanos); // nobody is in a hurry to know
  }

  /** Ends the wait; false if it has expired, which cannot be undone. */
  boolean end() {
    long sinceNanos = state.get();
    return sinceNanos != EXPIRED && state.compareAndSet(sinceNanos, NONE);
  }

  /** True once, for a wait that has not ended within the limit. */
  boolean expire(long nowNanos, long limitNanos) {
    long sinceNanos = state.get();
    return sinceNanos != NONE
        && sinceNanos != EXPIRED
        && nowNanos - sinceNanos > limitNanos
        && state.compareAndSet(sinceNanos, EXPIRED);
  }

  boolean hasExpired() {
    return state.get() == EXPIRED;
  }
}
