package pipeline.server.publish;

import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.server.broker.PublishResult;

/**
 * The most bytes that a message may have: as many as {@code BATCH_BYTES} says, or fewer once the
 * broker has said that it takes no more. Thread-safe.
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

  /** Why a line that makes a message of this length is refused. */
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
   * Learns from the result of a message. What was too large for the broker may be sent again if it
   * is {@code divisible}, since it fits into smaller messages; a single line may not.
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
