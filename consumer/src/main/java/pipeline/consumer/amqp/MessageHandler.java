package pipeline.consumer.amqp;

import com.rabbitmq.client.AMQP.BasicProperties;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import pipeline.consumer.store.Added;
import pipeline.consumer.store.Store;
import pipeline.consumer.workload.WorkloadHandler;
import pipeline.wire.codec.BatchDecoder;
import pipeline.wire.codec.BatchDecoder.Decoded;
import pipeline.wire.codec.BatchDecoder.MalformedEntry;
import pipeline.wire.codec.EntryEncoder;
import pipeline.wire.codec.MalformedMessageException;

/**
 * Reads a message by its content type, then adds its entries to a store. Thread-safe.
 *
 * @param <P> the payload of an entry
 */
public final class MessageHandler<P> {
  static final String JSON = "application/json";

  private static final String FORGOTTEN =
      "its run is unknown and began before a run that is already forgotten";

  private final BatchDecoder<P> decoder;
  private final EntryEncoder<P> encoder;
  private final Store<P> store;
  private final ConsumerStats stats;

  /**
   * A handler of messages. One of another type than JSON, or of none, is malformed: our servers
   * always set it.
   *
   * @param stats told of the lines that are new or refused
   */
  public MessageHandler(WorkloadHandler<P> workload, Store<P> store, ConsumerStats stats) {
    this.decoder = new BatchDecoder<>(workload.format());
    this.encoder = new EntryEncoder<>(workload.format());
    this.store = store;
    this.stats = stats;
  }

  /**
   * Waits until the store has room for another message.
   *
   * @throws InterruptedException if it takes no more
   */
  void awaitRoom() throws InterruptedException {
    store.awaitRoom();
  }

  /**
   * Counts one message. An element that cannot be counted is refused alone: the others may be other
   * clients'. A message of which nothing can be read is refused whole.
   *
   * @param refuse is called at most once, with a message of what cannot be counted, the whole one
   *     or JSON, and the reason
   */
  void handle(BasicProperties properties, byte[] body, BiConsumer<byte[], String> refuse) {
    Decoded<P> message;
    try {
      message = read(decoder, properties, body);
    } catch (MalformedMessageException e) {
      refuse.accept(body, e.getMessage());
      return;
    }
    Added<P> added = store.add(message.entries(), message.ends());
    stats.latency().added(properties, added.counted());
    stats.forgotten().add(added.forgotten());
    if (added.forgotten() > 0 || !message.malformed().isEmpty()) {
      boolean some =
          added.refused().size() < message.entries().size()
              || added.refusedEnds().size() < message.ends().size();
      refuse.accept(
          some ? refused(added, message.malformed()) : body, reason(added, message.malformed()));
    }
  }

  private byte[] refused(Added<P> added, List<MalformedEntry> malformed) {
    List<byte[]> elements = new ArrayList<>();
    added.refused().forEach(entry -> elements.add(encoder.encode(entry)));
    added.refusedEnds().forEach(end -> elements.add(encoder.encode(end)));
    malformed.forEach(element -> elements.add(element.json().getBytes(StandardCharsets.UTF_8)));
    return EntryEncoder.join(elements);
  }

  private static String reason(Added<?> added, List<MalformedEntry> malformed) {
    return Stream.concat(
            Stream.of(FORGOTTEN).filter(reason -> added.forgotten() > 0),
            malformed.stream().map(MalformedEntry::reason))
        .distinct()
        .collect(Collectors.joining("; "));
  }

  /**
   * Reads a message by its content type.
   *
   * @throws MalformedMessageException if nothing of it can be read
   */
  public static <P> Decoded<P> read(
      BatchDecoder<P> decoder, BasicProperties properties, byte[] body)
      throws MalformedMessageException {
    String type = properties.getContentType();
    if (InboundFrames.UNREADABLE.equals(type)) {
      throw new MalformedMessageException("the properties cannot be read");
    }
    try {
      if (JSON.equals(type)) {
        return decoder.decodeEach(body);
      }
    } catch (RuntimeException e) {
      // a fault of the reader must not stop the queue at this message
      throw new MalformedMessageException("cannot be read: " + e, e);
    }
    throw new MalformedMessageException("the content type is " + type + ", which is not read");
  }
}
