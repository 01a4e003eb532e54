package pipeline.server.publish;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.server.broker.PublishResult;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.EntryEncoder;
import pipeline.wire.codec.PayloadFormat;
import pipeline.wire.identity.Partitions;
import pipeline.wire.identity.RunEnd;

/**
 * Encodes entries and joins them to messages, which are JSON arrays of entries, and knows the most
 * bytes that a message may have: those of {@code BATCH_BYTES}, or fewer once the broker has told a
 * lower limit. Thread-safe.
 */
final class MessageFormat<P> {
  private static final Logger LOG = LoggerFactory.getLogger(MessageFormat.class);

  /** The longest message of one entry of several lines. */
  private static final int MAX_RANGE_BYTES = 1 << 20;

  /** The bytes of a message's brackets. */
  private static final int BRACKETS = 2;

  private final EntryEncoder<P> encoder;
  private final Partitions partitions;

  /** Whether each line is an entry of its own. */
  private final boolean singly;

  private final AtomicInteger maxBytes;

  /**
   * A line, a range or the end of a run, encoded for a message.
   *
   * @param partition of all lines
   * @param lines how many; 0 for the end of a run
   * @param bytes not copied, and never changed
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares entries
  record EncodedEntry(int partition, int lines, byte[] bytes) {
    /** The length of a message with this entry alone. */
    int messageBytes() {
      return bytes.length + BRACKETS;
    }
  }

  MessageFormat(PayloadFormat<P> payloads, Partitions partitions, boolean singly, int maxBytes) {
    this.partitions = partitions;
    this.encoder = new EntryEncoder<>(payloads);
    this.singly = singly;
    this.maxBytes = new AtomicInteger(maxBytes);
  }

  /** The most bytes that a message may have at present. */
  int maxBytes() {
    return maxBytes.get();
  }

  /**
   * Encodes a request as entries that are each in one partition, and fit into a message of a
   * mebibyte and of {@code maxBytes}, except single lines that are longer. Called once, by the
   * thread that handles the request.
   */
  List<EncodedEntry> encode(Entry<P> request, int maxBytes) {
    int maxEntry = Math.max(1, Math.min(maxBytes, MAX_RANGE_BYTES) - BRACKETS);
    List<EncodedEntry> entries = new ArrayList<>(1);
    int all = request.count();
    int together;
    for (int from = 0; from < all; from += together) {
      together = partitions.together(request.key().seq() + from, all - from);
      Entry<P> part = together == all ? request : request.part(from, from + together);
      if (singly && together > 1) {
        split(part, together, maxEntry, entries);
      } else {
        encode(part, maxEntry, entries);
      }
    }
    return entries;
  }

  /** Encodes the end of a run as an entry without lines. */
  EncodedEntry encode(RunEnd end) {
    return new EncodedEntry(partitions.of(end), 0, encoder.encode(end));
  }

  /** Makes the body of one message, of at least one entry. */
  static byte[] message(List<PendingPublish> entries) {
    return EntryEncoder.join(entries.stream().map(pending -> pending.entry().bytes()).toList());
  }

  /** The result for a line that is refused because its message would have this length. */
  static PublishResult tooLarge(int length, int max) {
    return PublishResult.tooLarge(
        max,
        "a line makes a message of "
            + length
            + " bytes, and "
            + max
            + " is the most (BATCH_BYTES, or the broker's limit)");
  }

  /**
   * Learns from the result of a message. A message that was too large for the broker may be sent
   * again if it is {@code divisible}, since its parts fit into smaller messages; a single line may
   * not.
   */
  PublishResult learn(PublishResult result, boolean divisible) {
    if (result.failure() != PublishResult.Failure.TOO_LONG) {
      return result;
    }
    int max = result.maxBytes();
    if (maxBytes.getAndAccumulate(max, Math::min) > max) {
      LOG.warn("messages have at most {} bytes from now on, as by BATCH_BYTES={}", max, max);
    }
    return divisible ? PublishResult.failed(result.reason()) : result;
  }

  private void encode(Entry<P> entry, int maxEntry, List<EncodedEntry> entries) {
    byte[] bytes = encoder.encode(entry);
    if (bytes.length <= maxEntry || entry.count() == 1) {
      int partition = partitions.of(entry.key().run(), entry.key().seq());
      entries.add(new EncodedEntry(partition, entry.count(), bytes));
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
