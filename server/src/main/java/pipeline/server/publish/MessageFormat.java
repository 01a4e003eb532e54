package pipeline.server.publish;

import java.util.ArrayList;
import java.util.List;
import pipeline.server.broker.ConfirmChannel;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.EntryEncoder;
import pipeline.wire.codec.PayloadFormat;
import pipeline.wire.identity.RunEnd;

/** Encodes entries and joins them to messages. Thread-safe. */
public final class MessageFormat<P> {
  /** The longest message of one entry of several lines. */
  private static final int MAX_RANGE_BYTES = 1 << 20;

  /** The bytes of a message's brackets. */
  private static final int BRACKETS = 2;

  private static final String JSON = "application/json";

  private final EntryEncoder<P> encoder;

  /** A line, a range or the end of a run, encoded for a message. Its bytes are never changed. */
  static final class EncodedEntry {
    private final int lines;
    private final byte[] bytes;

    /**
     * @param lines how many; 0 for the end of a run
     */
    EncodedEntry(int lines, byte[] bytes) {
      this.lines = lines;
      this.bytes = bytes;
    }

    int lines() {
      return lines;
    }

    /** The encoded bytes, not copied. */
    byte[] bytes() {
      return bytes;
    }

    /** The length of a message with this entry alone. */
    int messageBytes() {
      return bytes.length + BRACKETS;
    }
  }

  private MessageFormat(EntryEncoder<P> encoder) {
    this.encoder = encoder;
  }

  /** The format of messages that are a JSON array of entries. */
  public static <P> MessageFormat<P> json(PayloadFormat<P> payloads) {
    return new MessageFormat<>(new EntryEncoder<>(payloads));
  }

  /**
   * Encodes a request as entries that each fit into a message of a mebibyte and of {@code
   * maxBytes}, except single lines that are longer. Called once, by the thread that handles the
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

  /** Encodes the end of a run as an entry without lines. */
  EncodedEntry encode(RunEnd end) {
    return new EncodedEntry(0, encoder.encode(end));
  }

  /** Makes one message of at least one entry. */
  ConfirmChannel.Message message(List<PendingPublish> entries) {
    List<byte[]> encoded = entries.stream().map(PendingPublish::encoded).toList();
    return new ConfirmChannel.Message(JSON, EntryEncoder.join(encoded));
  }

  private void encode(Entry<P> entry, int maxEntry, List<EncodedEntry> entries) {
    byte[] bytes = encoder.encode(entry);
    if (bytes.length <= maxEntry || entry.count() == 1) {
      entries.add(new EncodedEntry(entry.count(), bytes));
    } else {
      split(entry, Math.min(entry.count(), bytes.length / maxEntry + 1), maxEntry, entries);
    }
  }

  /** Encodes an entry as {@code parts} parts with about equal numbers of lines. */
  private void split(Entry<P> entry, int parts, int maxEntry, List<EncodedEntry> entries) {
    long lines = entry.count();
    for (int part = 0; part < parts; part++) {
      int from = (int) (lines * part / parts);
      int to = (int) (lines * (part + 1) / parts);
      encode(entry.part(from, to), maxEntry, entries);
    }
  }
}
