package pipeline.client.http;

import java.io.Closeable;

/** Makes one attempt at a request. Thread-safe: the workers share it. */
public interface HttpSender extends Closeable {
  /**
   * Sends the request and waits for the whole answer; a failure of the connection is an outcome
   * too.
   */
  Outcome send(Request request);

  @Override
  default void close() {}
}
