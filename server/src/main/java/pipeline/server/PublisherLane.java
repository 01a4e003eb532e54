package pipeline.server;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.wire.CrashPoint;

/**
 * One message in flight, over and over: takes what waits, publishes it on a pooled channel, waits
 * for the confirm, answers. Lanes are few, so few threads can hang in a socket (J4), and nobody
 * interrupts them (J18). {@link #run} is for one thread, the others for the thread of the
 * deadlines.
 *
 * <p>The lane sends the answers itself: what arrives meanwhile makes the next message larger, and
 * so cheaper for the broker, than if others sent them. A client that does not read can hold it;
 * then it is to be relieved by another.
 */
final class PublisherLane implements Runnable {
  static final Verdict NO_CONFIRM =
      Verdict.refused(
          RefusalKind.NO_CONFIRM, "no confirm from the broker within the publish deadline");

  private static final Logger LOG = LoggerFactory.getLogger(PublisherLane.class);
  private static final long NEVER = Long.MAX_VALUE;
  private static final long HELD_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final WaitingEntries waiting;
  private final BrokerLink link;
  private final MessageFormat<?> format;
  private final PublishHealth health;
  private final LongSupplier nanoClock;
  private volatile Ended unanswered = Ended.NOTHING;
  private volatile InFlight current = InFlight.NOTHING;
  private volatile BrokerSession writingTo;
  private volatile long answeringSince = NEVER;
  private volatile boolean relieved;
  private volatile boolean ended;

  PublisherLane(
      WaitingEntries waiting,
      BrokerLink link,
      MessageFormat<?> format,
      PublishHealth health,
      LongSupplier nanoClock) {
    this.waiting = waiting;
    this.link = link;
    this.format = format;
    this.health = health;
    this.nanoClock = nanoClock;
  }

  /** Ends once the queue is closed and empty, or when relieved. */
  @Override
  public void run() {
    try {
      work();
      unanswered.end();
    } finally {
      ended = true;
    }
  }

  private void work() {
    boolean open = true;
    while (open && !relieved) {
      boolean idle = unanswered.batch().isEmpty();
      Batch next = new Batch(idle ? waiting.take() : waiting.poll());
      if (next.isEmpty()) {
        answer();
        open = !idle;
      } else {
        send(next);
      }
    }
  }

  /**
   * Refuses what is overdue, answers what this lane has no time to answer, and frees the lane if it
   * is stuck in a write to the broker. To be called every few milliseconds.
   */
  void watch(long now) {
    unanswered.end();
    InFlight flight = current;
    flight.watch(now);
    BrokerSession stuck = writingTo;
    if (stuck != null && !flight.batch().isEmpty() && now - flight.batch().lastDeadline() >= 0) {
      stuck.cut("a write has not ended within the publish deadline");
    }
  }

  /** Whether a client that does not read its answer has held this lane for a while. */
  boolean isHeld(long now) {
    long since = answeringSince;
    return !relieved && since != NEVER && now - since >= HELD_NANOS;
  }

  /** Takes no batch after this one; {@link #watch} answers what it has begun until it ends. */
  void relieve() {
    relieved = true;
  }

  /** Whether {@link #run} has ended. */
  boolean hasEnded() {
    return ended;
  }

  private void send(Batch batch) {
    current = InFlight.unpublished(batch);
    Verdict verdict = Verdict.refused("publishing failed inside the server");
    try {
      Optional<BrokerSession> session = link.session();
      verdict =
          session.isPresent()
              ? publish(session.get(), batch)
              : Verdict.refused(link.brokenPart().orElse("the broker was away for a moment"));
    } catch (RuntimeException e) {
      LOG.error("a batch of {} entries could not be published", batch.entries().size(), e);
    }
    answer();
    unanswered = new Ended(batch, verdict);
    current = InFlight.NOTHING;
  }

  /** Publishes, then answers the previous batch while the broker works on this one. */
  private Verdict publish(BrokerSession session, Batch batch) {
    ConfirmChannel channel = null;
    CompletableFuture<Verdict> verdict;
    writingTo = session;
    try {
      channel = session.channels().borrowObject();
      CrashPoint.BEFORE_PUBLISH.reached();
      verdict = channel.publish(format.message(batch.entries()));
      current = new InFlight(batch, verdict);
      CrashPoint.AFTER_PUBLISH.reached();
    } catch (Exception e) {
      // P7: an exhausted pool is a NoSuchElementException; J3, J15: the channel counts wrongly now
      invalidate(session, channel);
      String reason = "publishing failed: " + Reasons.of(e);
      link.doubt(session, reason);
      return Verdict.refused(reason);
    } finally {
      writingTo = null;
    }
    answer();
    return await(verdict, session, channel, batch.lastDeadline());
  }

  /** Afterwards the channel is either given back or destroyed, never both (P3). */
  private Verdict await(
      CompletableFuture<Verdict> verdict,
      BrokerSession session,
      ConfirmChannel channel,
      long deadline) {
    Verdict failure;
    try {
      long left = Math.max(0, deadline - nanoClock.getAsLong());
      Verdict said = verdict.get(left, TimeUnit.NANOSECONDS);
      if (said.confirmed() || channel.isOpen()) {
        health.ended(said);
        session.channels().returnObject(channel);
        CrashPoint.AFTER_CONFIRM.reached();
        return said;
      }
      failure = said;
    } catch (TimeoutException e) {
      // waiting here and not in waitForConfirmsOrDie, which would close the channel itself (J7)
      failure = NO_CONFIRM;
      health.ended(failure);
    } catch (ExecutionException e) {
      throw new AssertionError("a verdict is never exceptional", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      waiting.close();
      failure = Verdict.refused(RefusalKind.STOPPING, "the server is stopping");
    }
    invalidate(session, channel);
    link.doubt(session, failure.reason());
    return failure;
  }

  private void answer() {
    answeringSince = nanoClock.getAsLong();
    unanswered.send();
    answeringSince = NEVER;
    unanswered = Ended.NOTHING;
  }

  private static void invalidate(BrokerSession session, ConfirmChannel channel) {
    if (channel == null) {
      return;
    }
    try {
      session.channels().invalidateObject(channel);
    } catch (Exception e) {
      LOG.debug("a channel could not be destroyed", e);
    }
  }
}
