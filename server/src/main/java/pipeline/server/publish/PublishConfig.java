package pipeline.server.publish;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import pipeline.server.broker.ChannelConfig;
import pipeline.wire.codec.BatchDecoder;
import pipeline.wire.identity.Partitions;
import pipeline.wire.settings.Settings;

/**
 * The settings of publishing. Immutable.
 *
 * @param channels as many publisher threads as there are channels, at least one for each partition,
 *     each with at most one message in flight
 * @param batchEntries the most entries in a message; with 1, each line is a message
 * @param messageBytes the most bytes in a message
 * @param linger the longest that a message waits for the next lines of the clients just answered
 * @param maxWaiting how many entries may wait for a publisher thread
 * @param maxWaitingBytes and how many bytes
 * @param deadline within which each request is answered
 */
public record PublishConfig(
    ChannelConfig channels,
    int batchEntries,
    int messageBytes,
    Duration linger,
    int maxWaiting,
    int maxWaitingBytes,
    Duration deadline) {

  /** The ways to make messages: group commit, or a message for each line. */
  enum Grouping {
    GROUP,
    PER_REQUEST
  }

  /** The bytes of an empty entry, rounded up; a lower limit would let nothing pass. */
  private static final int MIN_MESSAGE_BYTES = 256;

  public static PublishConfig from(Settings settings, Partitions partitions) {
    Grouping grouping = settings.choice("PUBLISH", Grouping.class, Grouping.GROUP);
    boolean alone = grouping == Grouping.PER_REQUEST;
    int batchEntries = settings.number("BATCH_ENTRIES", 1_000, 1, 100_000);
    return new PublishConfig(
        ChannelConfig.from(settings, alone ? 32 : 1, partitions.number()),
        alone ? 1 : batchEntries,
        settings.number(
            "BATCH_BYTES",
            BatchDecoder.MAX_MESSAGE_BYTES,
            MIN_MESSAGE_BYTES,
            BatchDecoder.MAX_MESSAGE_BYTES),
        Duration.of(settings.number("LINGER_US", 600, 0, 100_000), ChronoUnit.MICROS),
        settings.number("MAX_WAITING", 10_000, 1, 1_000_000),
        settings.number("MAX_WAITING_BYTES", 16 << 20, 1, Integer.MAX_VALUE),
        Duration.ofMillis(settings.number("PUBLISH_DEADLINE_MS", 5_000, 100, 60_000)));
  }
}
