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

  /** The source's name, for people. */
  String description();

  /** The greatest age of a gauge when it is read: brokers refresh their figures now and then. */
  long staleMillis();

  @Override
  default void close() {}
}
