package pipeline.consumer;

import java.util.concurrent.atomic.LongAdder;

/** What this process saw of the broker; unlike the counts it is forgotten with it. Thread-safe. */
final class ConsumerStats {
  private final LongAdder deliveries = new LongAdder();
  private final LongAdder redelivered = new LongAdder();
  private final LongAdder dead = new LongAdder();

  void delivered(boolean again) {
    deliveries.increment();
    if (again) {
      redelivered.increment();
    }
  }

  void movedToDeadQueue() {
    dead.increment();
  }

  long deliveries() {
    return deliveries.sum();
  }

  /**
   * Deliveries that the broker says it made before; reported only, since the flag decides nothing.
   */
  long redelivered() {
    return redelivered.sum();
  }

  long dead() {
    return dead.sum();
  }
}
