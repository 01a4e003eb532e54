package pipeline.server.publish;

import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.server.broker.PublishResult;

/**
 * The most bytes that a message may have: those of {@code BATCH_BYTES}, or fewer once the broker
 * has told a lower limit. Thread-safe.
 */
final class MessageLimit {
  private static final Logger LOG = LoggerFactory.getLogger(MessageLimit.class);

  private final AtomicInteger bytes;

  MessageLimit(int bytes) {
    this.bytes = new AtomicInteger(bytes);
  }

  int bytes() {
    return bytes.get();
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
    if (result.failure() != PublishResult.Failure.TOO_LARGE) {
      return result;
    }
    int max = result.maxBytes();
    if (bytes.getAndAccumulate(max, Math::min) > max) {
      LOG.warn("messages have at most {} bytes from now on, as by BATCH_BYTES={}", max, max);
    }
    return divisible ? PublishResult.failed(result.reason()) : result;
  }
}
