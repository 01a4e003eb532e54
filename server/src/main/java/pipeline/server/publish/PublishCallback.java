package pipeline.server.publish;

import pipeline.server.broker.PublishResult;

/**
 * A callback that is told once how the publishing of an entry ended: {@link #ended}, then {@link
 * #released}. What the broker says is told on the thread of its connection, or on the publisher's
 * if it is known at once; another refusal on a thread of the publisher or on the one that gave the
 * entry. Neither call blocks or throws.
 */
@FunctionalInterface
public interface PublishCallback {

  /** Takes the result, which the client can be told now. */
  void ended(PublishResult result);

  /** Called once all other entries of the message have been told as well. */
  default void released() {}
}
