package pipeline.client.load;

import java.util.Optional;

/** The depth of the pipeline's queue, in messages. Thread-safe. */
public interface QueueDepth {
  /**
   * The depth as it is known now, without a question to the broker; empty if it is unknown. It may
   * be old: the broker is asked now and then only, and what it tells can itself be some seconds
   * old.
   */
  Optional<Depth> messages();

  /**
   * The number of messages that were ready for delivery or delivered without an ack; the latter are
   * left out if the broker does not tell of them.
   *
   * @param sinceNanos the number is of a moment since then, by the run's monotonic clock
   */
  record Depth(long messages, long sinceNanos) {}
}
