package pipeline.consumer.amqp;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import pipeline.wire.amqp.PublishTime;

/**
 * Counts the messages that this process received, refused and moved to the dead queue. The numbers
 * are lost when it ends. Thread-safe.
 */
public final class ConsumerStats {
  private final LongAdder deliveries = new LongAdder();
  private final LongAdder redelivered = new LongAdder();
  private final LongAdder dead = new LongAdder();
  private final LongAdder forgotten = new LongAdder();
  private final CountLatency latency;

  public ConsumerStats() {
    this(PublishTime::nowMicros);
  }

  /**
   * @param microClock see {@link CountLatency}
   */
  public ConsumerStats(LongSupplier microClock) {
    latency = new CountLatency(microClock);
  }

  /** The time that lines have taken from publishing to commit. */
  public CountLatency latency() {
    return latency;
  }

  public void delivered(boolean again) {
    deliveries.increment();
    if (again) {
      redelivered.increment();
    }
  }

  public void movedToDeadQueue() {
    dead.increment();
  }

  /** Counts lines and ends that can be read, but whose run is forgotten. */
  public void forgotten(int lines) {
    forgotten.add(lines);
  }

  public long deliveries() {
    return deliveries.sum();
  }

  /** The number of deliveries that the broker marked as repeated; for the report only. */
  public long redelivered() {
    return redelivered.sum();
  }

  public long dead() {
    return dead.sum();
  }

  public long forgotten() {
    return forgotten.sum();
  }
}
