package pipeline.server.publish;

import pipeline.server.broker.PublishResult;

/**
 * Is told once how the publishing of an entry ended: {@link #ended}, then {@link #released}. A
 * confirm is told on the thread of the broker's connection, a refusal on any of the publisher's or
 * on the one that gave the entry. Neither call blocks or throws.
 */
@FunctionalInterface
public interface PublishCallback {

  /** The result, which the client can be told now. */
  void ended(PublishResult result);

  /** All other entries of the message have been told as well. */
  default void released() {}
}
