package pipeline.server.broker;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import pipeline.wire.codec.BatchDecoder;
import pipeline.wire.identity.Partitions;
import pipeline.wire.settings.Settings;

/**
 * The settings of publishing, and of the channels for it. Immutable.
 *
 * @param confirm whether a result waits for the broker's confirm
 * @param persistent whether messages outlive a restart of the broker
 * @param mandatory whether the broker returns what no queue takes
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
    boolean confirm,
    boolean persistent,
    boolean mandatory,
    int channels,
    int batchEntries,
    int messageBytes,
    Duration linger,
    int maxWaiting,
    int maxWaitingBytes,
    Duration deadline) {
  private static final int MAX_CHANNELS = 200;

  /** The bytes of an empty entry, rounded up; a lower limit would let nothing pass. */
  private static final int MIN_MESSAGE_BYTES = 256;

  /** The ways to make messages: group commit, or a message for each line. */
  private enum Grouping {
    GROUP,
    PER_REQUEST
  }

  private enum Confirm {
    ON,
    NONE
  }

  private enum DeliveryMode {
    PERSISTENT,
    TRANSIENT
  }

  public static PublishConfig from(Settings settings, Partitions partitions) {
    Grouping grouping = settings.choice("PUBLISH", Grouping.class, Grouping.GROUP);
    boolean alone = grouping == Grouping.PER_REQUEST;
    int least = partitions.number();
    int batchEntries = settings.number("BATCH_ENTRIES", 1_000, 1, 100_000);
    return new PublishConfig(
        settings.choice("CONFIRM", Confirm.class, Confirm.ON) == Confirm.ON,
        settings.choice("DELIVERY", DeliveryMode.class, DeliveryMode.PERSISTENT)
            == DeliveryMode.PERSISTENT,
        settings.isOn("MANDATORY"),
        settings.number("CHANNELS", Math.max(alone ? 32 : 1, least), least, MAX_CHANNELS),
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
