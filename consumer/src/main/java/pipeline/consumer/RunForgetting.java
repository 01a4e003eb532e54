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
 * Decides when a store may forget old runs: when no message was ready at the begin of an hour and
 * at its end, and what arrived here was settled from each look to the next, it forgets those that
 * began {@link RunAge#REMEMBERED} before that hour. A busy queue meets that, too.
 *
 * <p>No line of such a run comes any more. Servers take lines of a run for {@link RunAge#TAKEN}
 * after its start, so the last of them was in the queue a day before the hour began. It was not
 * ready then. If it was unacked here, it has been counted within the hour. If it was unacked at
 * another consumer, that has counted it, or the broker has taken it back after half an hour, and it
 * was counted before no message was ready again. Where a broker waits longer for an ack, a later
 * commit of that consumer finds the run forgotten, and counts nothing of it.
 */
final class RunForgetting {
  static final long LOOK_MILLIS = Duration.ofMinutes(1).toMillis();

  private static final Logger LOG = LoggerFactory.getLogger(RunForgetting.class);

  /**
   * The time between the two looks that must find no message ready: longer than the 30 minutes
   * after which RabbitMQ takes back a message without an ack.
   */
  private static final long EMPTY_NANOS = Duration.ofHours(1).toNanos();

  private final Store<?> store;
  private final BooleanSupplier isNothingReady;
  private final BooleanSupplier isEarlierSettled;
  private final LongSupplier nanoClock;

  /** The store's clock when the hour began; empty if none has. */
  private OptionalLong emptySinceMillis = OptionalLong.empty();

  private long emptySinceNanos;

  /**
   * @param isNothingReady whether the queue has no message that it could deliver
   * @param isEarlierSettled whether all is settled that had arrived here at the look before; asked
   *     once a look
   */
  RunForgetting(
      Store<?> store,
      BooleanSupplier isNothingReady,
      BooleanSupplier isEarlierSettled,
      LongSupplier nanoClock) {
    this.store = store;
    this.isNothingReady = isNothingReady;
    this.isEarlierSettled = isEarlierSettled;
    this.nanoClock = nanoClock;
  }

  /** Looks once; to be called every {@link #LOOK_MILLIS}. */
  void look() {
    if (!isEarlierSettled.getAsBoolean()) {
      emptySinceMillis = OptionalLong.empty();
      return;
    }
    boolean isOver =
        emptySinceMillis.isPresent() && nanoClock.getAsLong() - emptySinceNanos >= EMPTY_NANOS;
    if ((emptySinceMillis.isPresent() && !isOver) || !isNothingReady.getAsBoolean()) {
      return;
    }
    try {
      if (!isOver) {
        emptySinceNanos = nanoClock.getAsLong();
        emptySinceMillis = OptionalLong.of(store.nowMillis());
      } else {
        store.forget(emptySinceMillis.getAsLong() - RunAge.REMEMBERED.toMillis());
        emptySinceMillis = OptionalLong.empty();
      }
    } catch (IOException | CountsUnavailableException e) {
      LOG.warn("old runs cannot be forgotten yet: {}", e.getMessage());
    }
  }
}
