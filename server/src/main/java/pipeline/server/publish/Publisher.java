package pipeline.server.publish;

import java.util.Optional;
import pipeline.server.broker.PublishResult;
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
  void publish(Entry<P> entry, Callback callback);

  /** Publishes the end of a run, under the same terms as an entry of lines. */
  void publish(RunEnd end, Callback callback);

  /** The reason why an entry given now would not be confirmed; empty if it would. */
  Optional<String> brokenPart();

  /**
   * A callback that is told once how the publishing of an entry ended: {@link #ended}, then {@link
   * #released}. What the broker says is told on the thread of its connection, or on the publisher's
   * if it is known at once; another refusal on a thread of the publisher or on the one that gave
   * the entry. Neither call blocks or throws.
   */
  @FunctionalInterface
  interface Callback {

    /** Takes the result, which the client can be told now. */
    void ended(PublishResult result);

    /** Called once all other entries of the message have been told as well. */
    default void released() {}
  }
}
