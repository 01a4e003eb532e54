package pipeline.flink;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.Delivery;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import pipeline.consumer.amqp.DeadQueue;
import pipeline.wire.codec.BatchDecoder;
import pipeline.wire.codec.BatchDecoder.Decoded;
import pipeline.wire.codec.BatchDecoder.MalformedEntry;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.EntryEncoder;
import pipeline.wire.codec.MalformedMessageException;
import pipeline.wire.identity.Partitions;

/** Divides messages into parts. What cannot be read goes to the dead queue. For one thread. */
final class Decoder implements AutoCloseable {
  private static final String JSON = "application/json";
  private static final int CLOSE_MILLIS = 2_000;

  private final JobSettings settings;
  private final BatchDecoder<Object> decoder;
  private final EntryEncoder<Object> encoder;

  /** Null while everything could be read, as is {@link #dead}. */
  private Connection connection;

  private DeadQueue dead;

  Decoder(JobSettings settings) {
    this.settings = settings;
    this.decoder = new BatchDecoder<>(settings.handler().format());
    this.encoder = new EntryEncoder<>(settings.handler().format());
  }

  /** Hands over the parts of a message; once it returns, the dead queue has the rest. */
  void divide(Delivery message, Consumer<Part> parts)
      throws IOException, TimeoutException, InterruptedException {
    Decoded<Object> decoded;
    try {
      decoded = decode(message);
    } catch (MalformedMessageException e) {
      moveToDead(message, e.getMessage());
      return;
    }
    List<MalformedEntry> malformed = decoded.malformed();
    if (!malformed.isEmpty()) {
      byte[] rest =
          EntryEncoder.join(
              malformed.stream()
                  .map(element -> element.json().getBytes(StandardCharsets.UTF_8))
                  .toList());
      moveToDead(
          new Delivery(message.getEnvelope(), message.getProperties(), rest),
          malformed.get(0).reason());
    }
    decoded.entries().forEach(entry -> divide(entry, parts));
    decoded.ends().forEach(end -> parts.accept(Part.of(end.run(), 0, encoder.encode(end))));
  }

  private Decoded<Object> decode(Delivery message) throws MalformedMessageException {
    String type = message.getProperties().getContentType();
    if (!JSON.equals(type)) {
      throw new MalformedMessageException("the content type is " + type + ", which is not read");
    }
    try {
      return decoder.decodeEach(message.getBody());
    } catch (RuntimeException e) {
      // a fault of the decoder must not stop the queue at this message
      throw new MalformedMessageException("cannot be read: " + e, e);
    }
  }

  private void divide(Entry<Object> entry, Consumer<Part> parts) {
    int count = entry.count();
    int together;
    for (int from = 0; from < count; from += together) {
      int seq = entry.key().seq() + from;
      together = Partitions.inBlock(seq, count - from);
      Entry<Object> some = together == count ? entry : entry.part(from, from + together);
      parts.accept(Part.of(entry.key().run(), seq, encoder.encode(some)));
    }
  }

  private void moveToDead(Delivery message, String reason)
      throws IOException, TimeoutException, InterruptedException {
    if (dead == null) {
      connection = settings.broker().connectionFactory().newConnection("flink-dead-letters");
      dead = new DeadQueue(connection, settings.topology());
    }
    dead.put(message, reason);
  }

  @Override
  public void close() {
    if (connection != null) {
      connection.abort(CLOSE_MILLIS);
    }
  }
}
