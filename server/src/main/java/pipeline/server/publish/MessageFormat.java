package pipeline.server.publish;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import pipeline.server.broker.ConfirmChannel;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.EntryEncoder;
import pipeline.wire.codec.JavaMapCodec;
import pipeline.wire.codec.PayloadFormat;

/** How entries become messages. Thread-safe. */
public final class MessageFormat<P> {
  private static final String JSON = "application/json";

  private final Function<Entry<P>, byte[]> encoder;
  private final Function<List<PendingPublish>, ConfirmChannel.Message> assembler;
  private final int maxEntries;

  private MessageFormat(
      Function<Entry<P>, byte[]> encoder,
      Function<List<PendingPublish>, ConfirmChannel.Message> assembler,
      int maxEntries) {
    this.encoder = encoder;
    this.assembler = assembler;
    this.maxEntries = maxEntries;
  }

  /** {@code CODEC=json}: an array of entries. */
  public static <P> MessageFormat<P> json(PayloadFormat<P> payloads) {
    return new MessageFormat<>(
        new EntryEncoder<>(payloads)::encode, MessageFormat::array, Integer.MAX_VALUE);
  }

  /** {@code CODEC=java}: one serialized map a message, its key in a header; for comparison. */
  public static MessageFormat<Map<String, Integer>> javaMap() {
    JavaMapCodec codec = new JavaMapCodec();
    return new MessageFormat<>(
        entry -> codec.encode(entry.lines().line(0)), entries -> map(entries.get(0)), 1);
  }

  /** The entry's own bytes, made once, by the thread that handles the request. */
  byte[] encode(Entry<P> entry) {
    return encoder.apply(entry);
  }

  /** One message of at least one entry and at most {@link #maxEntries}. */
  ConfirmChannel.Message message(List<PendingPublish> entries) {
    return assembler.apply(entries);
  }

  /** How many entries a message can hold. */
  int maxEntries() {
    return maxEntries;
  }

  private static ConfirmChannel.Message array(List<PendingPublish> entries) {
    List<byte[]> encoded = entries.stream().map(PendingPublish::encoded).toList();
    return new ConfirmChannel.Message(JSON, Map.of(), EntryEncoder.join(encoded));
  }

  private static ConfirmChannel.Message map(PendingPublish entry) {
    return new ConfirmChannel.Message(
        JavaMapCodec.CONTENT_TYPE,
        Map.of(JavaMapCodec.KEY_HEADER, entry.key().toString()),
        entry.encoded());
  }
}
