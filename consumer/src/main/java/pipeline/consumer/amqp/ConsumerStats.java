package pipeline.consumer.amqp;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what this process received from the broker and moved to the dead queue; lost when it ends.
 * Thread-safe.
 */
public final class ConsumerStats {
  private final LongAdder deliveries = new LongAdder();
  private final LongAdder redelivered = new LongAdder();
  private final LongAdder dead = new LongAdder();

  public void delivered(boolean again) {
    deliveries.increment();
    if (again) {
      redelivered.increment();
    }
  }

  public void movedToDeadQueue() {
    dead.increment();
  }

  public long deliveries() {
    return deliveries.sum();
  }

  /** Deliveries that the broker marked as repeated; for the report only. */
  public long redelivered() {
    return redelivered.sum();
  }

  public long dead() {
    return dead.sum();
  }
}
