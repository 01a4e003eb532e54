package pipeline.server;

import java.time.Duration;
import pipeline.wire.settings.Settings;

/**
 * How entries are published. Immutable.
 *
 * @param channels how many lanes there are, each with a channel and at most one message in flight
 * @param batchEntries the most entries in a message
 * @param batchBytes the most bytes in a message of more than one entry
 * @param maxWaiting how many requests may wait for a lane
 * @param deadline within which each request is answered
 */
record PublishConfig(
    Confirm confirm,
    Delivery delivery,
    Codec codec,
    Switch mandatory,
    int channels,
    int batchEntries,
    int batchBytes,
    int maxWaiting,
    Duration deadline) {

  /** Group commit, or a message for each request. */
  enum Grouping {
    GROUP,
    PER_REQUEST
  }

  /** Whether the answer waits for the broker's confirm. */
  enum Confirm {
    ON,
    NONE
  }

  enum Delivery {
    PERSISTENT,
    TRANSIENT
  }

  enum Codec {
    JSON,
    JAVA
  }

  enum Switch {
    ON,
    OFF
  }

  private static final int MAX_CHANNELS = 200;
  private static final int MAX_BATCH_BYTES = 4 << 20;

  static PublishConfig from(Settings settings) {
    Codec codec = settings.choice("CODEC", Codec.class, Codec.JSON);
    Grouping grouping = settings.choice("PUBLISH", Grouping.class, Grouping.GROUP);
    boolean alone = grouping == Grouping.PER_REQUEST || codec == Codec.JAVA;
    int batchEntries = settings.number("BATCH_ENTRIES", 1_000, 1, 100_000);
    return new PublishConfig(
        settings.choice("CONFIRM", Confirm.class, Confirm.ON),
        settings.choice("DELIVERY", Delivery.class, Delivery.PERSISTENT),
        codec,
        settings.choice("MANDATORY", Switch.class, Switch.ON),
        settings.number("CHANNELS", alone ? 32 : 1, 1, MAX_CHANNELS),
        alone ? 1 : batchEntries,
        settings.number("BATCH_BYTES", 256 << 10, 1, MAX_BATCH_BYTES),
        settings.number("MAX_WAITING", 10_000, 1, 1_000_000),
        Duration.ofMillis(settings.number("PUBLISH_DEADLINE_MS", 5_000, 100, 60_000)));
  }
}
