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
 * interrupts them (J18). A lane that a client holds is to be relieved by another. {@link #run} is
 * for one thread, the others for the thread of the deadlines.
 */
final class PublisherLane implements Runnable {
  static final Verdict NO_CONFIRM =
      Verdict.refused(
          RefusalKind.NO_CONFIRM, "no confirm from the broker within the publish deadline");

  private static final Logger LOG = LoggerFactory.getLogger(PublisherLane.class);

  private final WaitingEntries waiting;
  private final BrokerLink link;
  private final MessageFormat<?> format;
  private final PublishHealth health;
  private final LongSupplier nanoClock;
  private final LaneAnswers answers;
  private volatile InFlight current = InFlight.NOTHING;
  private volatile BrokerSession writingTo;
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
    this.answers = new LaneAnswers(nanoClock);
  }

  /** Ends once the queue is closed and empty, or when relieved. */
  @Override
  public void run() {
    try {
      work();
      answers.end();
    } finally {
      ended = true;
    }
  }

  /**
   * If fewer entries wait than are to be answered, the answers go out first: most clients send
   * their next line as soon as they have one, and these lines make the message larger. If more
   * wait, the broker gets them first and works while they go out.
   */
  private void work() {
    boolean open = true;
    while (open && !relieved) {
      if (waiting.size() < answers.size()) {
        answers.send();
      } else {
        open = publishNext();
      }
    }
  }

  /** Waits for entries unless answers are to be sent; false once the queue is closed and empty. */
  private boolean publishNext() {
    boolean idle = answers.size() == 0;
    Batch next = new Batch(idle ? waiting.take() : waiting.poll());
    if (!next.isEmpty()) {
      send(next);
    }
    return !idle || !next.isEmpty();
  }

  /**
   * Refuses what is overdue, answers what this lane has no time to answer, and frees the lane if it
   * is stuck in a write to the broker. To be called every few milliseconds.
   */
  void watch(long now) {
    answers.watch(now);
    InFlight flight = current;
    flight.watch(now);
    BrokerSession stuck = writingTo;
    if (stuck != null && !flight.batch().isEmpty() && now - flight.batch().lastDeadline() >= 0) {
      stuck.cut("a write has not ended within the publish deadline");
    }
  }

  /** Whether a client that does not read its answer has held this lane for a while. */
  boolean isHeld(long now) {
    return !relieved && answers.isHeld(now);
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
    answers.send();
    answers.add(new Ended(batch, verdict));
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
    answers.send();
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
