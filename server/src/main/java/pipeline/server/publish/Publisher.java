package pipeline.server.publish;

import java.util.Optional;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RunEnd;

/**
 * Publishes the entries of requests to the broker. Thread-safe.
 *
 * @param <P> what the entries carry
 */
public interface Publisher<P> {

  /**
   * Publishes one line, or the lines of one request, of which all may go out or some or none: the
   * result is confirmed if all did. Never blocks. The callback is told exactly once, within the
   * publish deadline; perhaps on the calling thread, before this returns.
   */
  void publish(Entry<P> entry, PublishCallback callback);

  /** Publishes the end of a run, under the same terms as an entry of lines. */
  void publish(RunEnd end, PublishCallback callback);

  /** The reason why an entry given now would not be confirmed; empty if it would. */
  Optional<String> brokenPart();
}
