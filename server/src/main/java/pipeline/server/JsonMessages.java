package pipeline.server;

import java.util.List;
import java.util.Map;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.EntryEncoder;
import pipeline.wire.codec.PayloadFormat;

/** {@code CODEC=json}: the array of entries that the consumer expects by default. */
final class JsonMessages<P> implements MessageFormat<P> {
  private static final String CONTENT_TYPE = "application/json";

  private final EntryEncoder<P> encoder;

  JsonMessages(PayloadFormat<P> format) {
    encoder = new EntryEncoder<>(format);
  }

  @Override
  public byte[] encode(Entry<P> entry) {
    return encoder.encode(entry);
  }

  @Override
  public Message message(List<PendingEntry> batch) {
    List<byte[]> encoded = batch.stream().map(PendingEntry::encoded).toList();
    return new Message(CONTENT_TYPE, Map.of(), EntryEncoder.join(encoded));
  }

  @Override
  public int maxEntries() {
    return Integer.MAX_VALUE;
  }
}
