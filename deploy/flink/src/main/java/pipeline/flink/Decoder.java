package pipeline.flink;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.Delivery;
import java.util.List;
import java.util.function.Consumer;
import pipeline.consumer.amqp.DeadQueue;
import pipeline.consumer.amqp.MessageHandler;
import pipeline.wire.codec.BatchDecoder;
import pipeline.wire.codec.BatchDecoder.Decoded;
import pipeline.wire.codec.BatchDecoder.MalformedEntry;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.EntryEncoder;
import pipeline.wire.codec.MalformedMessageException;
import pipeline.wire.identity.Partitions;

/** Divides messages into parts. What cannot be read goes to the dead queue. For one thread. */
final class Decoder implements AutoCloseable {
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
  void divide(Delivery message, Consumer<Part> parts) throws Exception {
    try {
      Decoded<Object> decoded =
          MessageHandler.read(decoder, message.getProperties(), message.getBody());
      List<MalformedEntry> malformed = decoded.malformed();
      if (!malformed.isEmpty()) {
        byte[] rest =
            EntryEncoder.join(malformed.stream().map(each -> each.json().getBytes(UTF_8)).toList());
        moveToDead(
            new Delivery(message.getEnvelope(), message.getProperties(), rest),
            malformed.get(0).reason());
      }
      decoded.entries().forEach(entry -> divide(entry, parts));
      decoded.ends().forEach(end -> parts.accept(Part.of(end.run(), 0, encoder.encode(end))));
    } catch (MalformedMessageException e) {
      moveToDead(message, e.getMessage());
    }
  }

  private void divide(Entry<Object> entry, Consumer<Part> parts) {
    int together;
    for (int from = 0; from < entry.count(); from += together) {
      int seq = entry.key().seq() + from;
      together = Partitions.inBlock(seq, entry.count() - from);
      Entry<Object> some = together == entry.count() ? entry : entry.part(from, from + together);
      parts.accept(Part.of(entry.key().run(), seq, encoder.encode(some)));
    }
  }

  private void moveToDead(Delivery message, String reason) throws Exception {
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
