package pipeline.consumer;

import java.io.IOException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.consumer.store.Store;
import pipeline.wire.identity.RunAge;
import pipeline.wire.query.CountsUnavailableException;

/**
 * Decides when a store may forget old runs: once the queue was seen empty at every look for an
 * hour, those that began {@link RunAge#REMEMBERED} before that hour.
 *
 * <p>No line of such a run can come any more. Servers take lines of a run for {@link RunAge#TAKEN}
 * after its start, so the last of them was in the queue a day before the hour began. It was not
 * ready in the hour, and not unacked here. Were it unacked at another consumer, it would have come
 * back to the queue, or have been counted: the broker waits half an hour for an ack.
 */
final class RunForgetting {
  static final long LOOK_MILLIS = Duration.ofMinutes(1).toMillis();

  private static final Logger LOG = LoggerFactory.getLogger(RunForgetting.class);

  /** Longer than the 30 minutes after which RabbitMQ takes back a message without an ack. */
  private static final long EMPTY_NANOS = Duration.ofHours(1).toNanos();

  private final Store<?> store;
  private final BooleanSupplier isQueueEmpty;
  private final LongSupplier nanoClock;

  /** The store's clock at the first look at an empty queue; empty if the last look saw another. */
  private OptionalLong emptySinceMillis = OptionalLong.empty();

  private long emptySinceNanos;

  /**
   * @param isQueueEmpty whether no message is ready, and none is unacked here
   */
  RunForgetting(Store<?> store, BooleanSupplier isQueueEmpty, LongSupplier nanoClock) {
    this.store = store;
    this.isQueueEmpty = isQueueEmpty;
    this.nanoClock = nanoClock;
  }

  /** Looks once; to be called every {@link #LOOK_MILLIS}. */
  void look() {
    if (!isQueueEmpty.getAsBoolean()) {
      emptySinceMillis = OptionalLong.empty();
      return;
    }
    try {
      if (emptySinceMillis.isEmpty()) {
        emptySinceNanos = nanoClock.getAsLong();
        emptySinceMillis = OptionalLong.of(store.nowMillis());
      } else if (nanoClock.getAsLong() - emptySinceNanos >= EMPTY_NANOS) {
        store.forget(emptySinceMillis.getAsLong() - RunAge.REMEMBERED.toMillis());
        emptySinceMillis = OptionalLong.empty();
      }
    } catch (IOException | CountsUnavailableException e) {
      LOG.warn("old runs cannot be forgotten yet: {}", e.getMessage());
    }
  }
}
