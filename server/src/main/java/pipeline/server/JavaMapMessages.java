package pipeline.server;

import java.util.List;
import java.util.Map;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.JavaMapCodec;

/** {@code CODEC=java}: one serialized map a message, its identity in a header; for comparison. */
final class JavaMapMessages implements MessageFormat<Map<String, Integer>> {
  private final JavaMapCodec codec = new JavaMapCodec();

  @Override
  public byte[] encode(Entry<Map<String, Integer>> entry) {
    return codec.encode(entry.payload());
  }

  @Override
  public Message message(List<PendingEntry> batch) {
    PendingEntry entry = batch.get(0);
    return new Message(
        JavaMapCodec.CONTENT_TYPE,
        Map.of(JavaMapCodec.KEY_HEADER, entry.key().toString()),
        entry.encoded());
  }

  @Override
  public int maxEntries() {
    return 1;
  }
}
