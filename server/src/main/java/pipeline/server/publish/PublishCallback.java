package pipeline.server.publish;

import pipeline.server.broker.PublishResult;

/**
 * Is told once how the publishing of an entry ended, on a thread of the publisher or on the one
 * that gave the entry: {@link #ended}, then {@link #released}. Neither blocks or throws.
 */
@FunctionalInterface
public interface PublishCallback {

  /** The result, which the client can be told now. */
  void ended(PublishResult result);

  /** All other entries of the message have been told as well. */
  default void released() {}
}
