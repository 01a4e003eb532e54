package pipeline.consumer.workload;

import com.rabbitmq.client.AMQP.BasicProperties;
import java.util.List;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.MalformedMessageException;

/**
 * Reads a message in full before any of it takes effect. Thread-safe.
 *
 * @param <P> the payload of an entry
 */
public interface MessageReader<P> {

  /**
   * The entries of the message, at least one.
   *
   * @throws MalformedMessageException if the message is not of the form that its properties say
   */
  List<Entry<P>> read(BasicProperties properties, byte[] body) throws MalformedMessageException;
}
