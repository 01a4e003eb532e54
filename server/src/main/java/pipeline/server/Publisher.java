package pipeline.server;

import java.util.Optional;
import pipeline.wire.codec.Entry;

/**
 * Takes counted requests to the broker. Thread-safe.
 *
 * @param <P> what the entries carry
 */
interface Publisher<P> {

  /**
   * Never blocks. The completion is told exactly once, within the publish deadline; perhaps on the
   * calling thread, before this returns.
   */
  void publish(Entry<P> entry, Completion completion);

  /** Why an entry given now would not be confirmed; empty if it would. */
  Optional<String> brokenPart();
}
