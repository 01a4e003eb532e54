package pipeline.server.publish;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import pipeline.server.broker.ConfirmChannel;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.EntryEncoder;
import pipeline.wire.codec.JavaMapCodec;
import pipeline.wire.codec.PayloadFormat;
import pipeline.wire.identity.RequestKey;

/** How entries become messages. Thread-safe. */
public final class MessageFormat<P> {
  /** The longest message of one entry of several lines. */
  private static final int MAX_RANGE_BYTES = 1 << 20;

  /** The brackets of a message. */
  private static final int BRACKETS = 2;

  private static final String JSON = "application/json";

  private final Function<Entry<P>, byte[]> encoder;
  private final Function<List<PendingPublish>, ConfirmChannel.Message> assembler;
  private final int maxLines;

  /** One line or a range, as it stands in a message. Nobody changes its bytes. */
  static final class EncodedEntry {
    private final RequestKey key;
    private final int lines;
    private final byte[] bytes;

    /**
     * @param key of the first line
     */
    EncodedEntry(RequestKey key, int lines, byte[] bytes) {
      this.key = key;
      this.lines = lines;
      this.bytes = bytes;
    }

    RequestKey key() {
      return key;
    }

    int lines() {
      return lines;
    }

    /** Not copied. */
    byte[] bytes() {
      return bytes;
    }

    /** The length of a message that has nothing else. */
    int messageBytes() {
      return bytes.length + BRACKETS;
    }
  }

  private MessageFormat(
      Function<Entry<P>, byte[]> encoder,
      Function<List<PendingPublish>, ConfirmChannel.Message> assembler,
      int maxLines) {
    this.encoder = encoder;
    this.assembler = assembler;
    this.maxLines = maxLines;
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

  /**
   * What a request brought as entries that each fit into a message of a mebibyte and of {@code
   * maxBytes}, but for single lines that are longer; made once, by the thread that handles the
   * request.
   *
   * @param singly whether each line is an entry of its own
   */
  List<EncodedEntry> encode(Entry<P> request, boolean singly, int maxBytes) {
    int maxEntry = Math.max(1, Math.min(maxBytes, MAX_RANGE_BYTES) - BRACKETS);
    List<EncodedEntry> entries = new ArrayList<>(1);
    if (singly && request.count() > 1) {
      split(request, request.count(), maxEntry, entries);
    } else {
      encode(request, maxEntry, entries);
    }
    return entries;
  }

  /** One message of at least one entry and, in all, at most {@link #maxLines}. */
  ConfirmChannel.Message message(List<PendingPublish> entries) {
    return assembler.apply(entries);
  }

  /** How many lines a message can hold. */
  int maxLines() {
    return maxLines;
  }

  private void encode(Entry<P> entry, int maxEntry, List<EncodedEntry> entries) {
    byte[] bytes = encoder.apply(entry);
    if (bytes.length <= maxEntry || entry.count() == 1) {
      entries.add(new EncodedEntry(entry.key(), entry.count(), bytes));
    } else {
      split(entry, Math.min(entry.count(), bytes.length / maxEntry + 1), maxEntry, entries);
    }
  }

  /** Encodes it as that many parts of about as many lines each. */
  private void split(Entry<P> entry, int parts, int maxEntry, List<EncodedEntry> entries) {
    long lines = entry.count();
    for (int part = 0; part < parts; part++) {
      int from = (int) (lines * part / parts);
      int to = (int) (lines * (part + 1) / parts);
      encode(entry.part(from, to), maxEntry, entries);
    }
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
