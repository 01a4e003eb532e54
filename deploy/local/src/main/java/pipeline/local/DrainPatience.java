package pipeline.local;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Tells a queue that drains slowly from one that does not drain. Not thread-safe. */
final class DrainPatience {
  private final long patienceNanos;
  private final LongSupplier nanoClock;
  private long fewest = Long.MAX_VALUE;
  private long fewestSince;

  DrainPatience(Duration patience, LongSupplier nanoClock) {
    this.patienceNanos = patience.toNanos();
    this.nanoClock = nanoClock;
  }

  /** True once {@code waiting} has not reached a new low for the whole patience. */
  boolean isLost(long waiting) {
    long now = nanoClock.getAsLong();
    if (waiting < fewest) {
      fewest = waiting;
      fewestSince = now;
    }
    return now - fewestSince >= patienceNanos;
  }
}
