package pipeline.server.broker;

import java.io.IOException;
import java.util.concurrent.TimeoutException;

/** The source of sessions: the broker, or a test. */
interface SessionSource {

  /**
   * Connects, within bounded time.
   *
   * @throws IOException if the broker is away or refuses
   */
  BrokerSession open() throws IOException, TimeoutException;

  /**
   * Makes an {@link #open} under way on another thread, or the session it has made, end at once.
   */
  void abort();
}
