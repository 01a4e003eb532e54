package pipeline.client.broker;

import java.io.Closeable;
import java.io.IOException;

/** One way to ask a broker about its queue. Used by one thread at a time. */
interface BrokerSource extends Closeable {
  /**
   * Asks once.
   *
   * @throws IOException if the broker does not answer or this is not the way to ask it; the message
   *     says why and holds no credentials
   */
  BrokerReading read() throws IOException;

  /** Where the numbers come from, for people. */
  String description();

  /** How old a gauge can be when it is read: brokers refresh what they publish now and then. */
  long staleMillis();

  @Override
  default void close() throws IOException {}
}
