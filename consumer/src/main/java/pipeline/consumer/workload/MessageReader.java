package pipeline.consumer.workload;

import com.rabbitmq.client.AMQP.BasicProperties;
import pipeline.wire.codec.BatchDecoder.Decoded;
import pipeline.wire.codec.MalformedMessageException;

/**
 * Reads a message in full before any of it takes effect. Thread-safe.
 *
 * @param <P> the payload of an entry
 */
public interface MessageReader<P> {

  /**
   * The entries of the message, and what it has instead of entries; at least one of either.
   *
   * @throws MalformedMessageException if the message is not of the form that its properties say
   */
  Decoded<P> read(BasicProperties properties, byte[] body) throws MalformedMessageException;
}
