package pipeline.client.load;

import java.util.OptionalLong;

/** How many messages are in the pipeline's queue. Thread-safe. */
public interface QueueDepth {
  /**
   * The messages ready for delivery or delivered without an ack yet, not before the call; empty if
   * it cannot be found out. A source that lags behind (the management API's statistics by up to 5
   * s) must be waited out or replaced by another, since a sweep takes 0 for the end of its pause.
   * Must return within some seconds.
   */
  OptionalLong ready();
}
