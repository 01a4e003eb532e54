package pipeline.server;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a lane still has to answer. It sends the answers itself: what arrives meanwhile makes the
 * next message larger, and so cheaper for the broker, than if others sent them. A client that does
 * not read can hold it; then the watch sees to the others. {@link #add} and {@link #send} are for
 * the lane, {@link #watch} is for the thread of the deadlines, the others are for any thread.
 */
final class LaneAnswers {
  private static final Logger LOG = LoggerFactory.getLogger(LaneAnswers.class);
  private static final long NEVER = Long.MAX_VALUE;
  private static final long HELD_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final LongSupplier nanoClock;
  private final NextRequests next = new NextRequests();
  private volatile Ended unsent = Ended.NOTHING;
  private volatile long sendingSince = NEVER;
  private Ended unsentBefore = Ended.NOTHING;

  LaneAnswers(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  /** A batch to be answered after those before it have been sent. */
  void add(Ended ended) {
    unsent = ended;
  }

  /** How many requests are to be answered. */
  int size() {
    return unsent.batch().entries().size();
  }

  /** Answers them, and handles what comes next on their connections; throws nothing. */
  void send() {
    sendingSince = nanoClock.getAsLong();
    try {
      next.follow(unsent::send);
    } catch (Throwable e) {
      // such as too little memory: those that it has not come to are still to be answered
      LOG.error("a lane could not send its answers", e);
      end();
    }
    sendingSince = NEVER;
    unsent = Ended.NOTHING;
  }

  /** Answers those that the lane has not come to; never blocks. */
  void end() {
    unsent.end();
  }

  /**
   * Likewise, if the lane has not come to them since this was called before; and if it is held,
   * leaves to others what it would have handled next.
   */
  void watch(long now) {
    Ended here = unsent;
    if (here.equals(unsentBefore)) {
      here.end();
    }
    unsentBefore = here;
    if (isHeld(now)) {
      next.handOver();
    }
  }

  /** Whether answers and what follows them take long: as a rule a client that does not read. */
  boolean isHeld(long now) {
    long since = sendingSince;
    return since != NEVER && now - since >= HELD_NANOS;
  }
}
