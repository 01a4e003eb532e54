package pipeline.client.load;

import java.util.Optional;

/** How many messages are in the pipeline's queue. Thread-safe. */
public interface QueueDepth {
  /**
   * What is known now, without asking anybody; empty if nothing is. It may be old: the broker is
   * asked now and then only, and what it tells can itself be some seconds old.
   */
  Optional<Depth> messages();

  /**
   * How many messages were ready for delivery or delivered without an ack yet; the latter are not
   * in it where the broker does not tell of them.
   *
   * @param sinceNanos the number is of a moment since then, by the run's monotonic clock
   */
  record Depth(long messages, long sinceNanos) {}
}
