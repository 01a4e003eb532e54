package pipeline.consumer.amqp;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import pipeline.wire.amqp.PublishTime;

/**
 * Counts the messages that this process received, refused and moved to the dead queue. The numbers
 * are lost when it ends. Thread-safe.
 *
 * @param deliveries all messages that were received, repeated ones too
 * @param redelivered those that the broker marked as repeated; for the report only
 * @param dead messages that were moved to the dead queue
 * @param forgotten lines and ends that can be read, but whose run is forgotten
 * @param latency the time that lines have taken from publishing to commit
 */
public record ConsumerStats(
    LongAdder deliveries,
    LongAdder redelivered,
    LongAdder dead,
    LongAdder forgotten,
    CountLatency latency) {

  public ConsumerStats() {
    this(PublishTime::nowMicros);
  }

  /**
   * @param microClock see {@link CountLatency}
   */
  public ConsumerStats(LongSupplier microClock) {
    this(
        new LongAdder(),
        new LongAdder(),
        new LongAdder(),
        new LongAdder(),
        new CountLatency(microClock));
  }
}
