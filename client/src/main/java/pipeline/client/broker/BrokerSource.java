package pipeline.client.broker;

import java.io.IOException;

/** One way to ask a broker about its queue. Used by one thread at a time. */
public interface BrokerSource extends AutoCloseable {
  /**
   * Asks once.
   *
   * @throws IOException if the broker does not answer or this is not the way to ask it; the message
   *     says why and holds no credentials
   */
  BrokerReading read() throws IOException;

  @Override
  default void close() {}
}
