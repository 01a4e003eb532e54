package pipeline.server.http;

import java.util.concurrent.atomic.AtomicLong;

/** Bytes that many may hold together, and no more. Thread-safe. */
final class ByteBudget {
  private final long limit;
  private final AtomicLong used = new AtomicLong();

  ByteBudget(long limit) {
    this.limit = limit;
  }

  /** False, and nothing is taken, if fewer are left. */
  boolean take(long bytes) {
    boolean granted = used.addAndGet(bytes) <= limit;
    if (!granted) {
      used.addAndGet(-bytes);
    }
    return granted;
  }

  /** Gives back what was taken. */
  void giveBack(long bytes) {
    used.addAndGet(-bytes);
  }

  long used() {
    return used.get();
  }
}
