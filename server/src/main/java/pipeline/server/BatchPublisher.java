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
 * Publishes a lane's batches, one after the other, each on a pooled channel. {@link #publish} and
 * {@link #done} are for the lane, {@link #watch} for the thread of the deadlines.
 */
final class BatchPublisher {
  private static final Logger LOG = LoggerFactory.getLogger(BatchPublisher.class);

  private final BrokerLink link;
  private final MessageFormat<?> format;
  private final PublishHealth health;
  private final LongSupplier nanoClock;
  private volatile InFlight current = InFlight.NOTHING;
  private volatile BrokerSession writingTo;

  BatchPublisher(
      BrokerLink link, MessageFormat<?> format, PublishHealth health, LongSupplier nanoClock) {
    this.link = link;
    this.format = format;
    this.health = health;
    this.nanoClock = nanoClock;
  }

  /**
   * Waits for the broker's verdict, until the batch's last deadline or an interrupt. Until {@link
   * #done} the watch answers what is overdue.
   *
   * @param meanwhile is done while the broker works, if it gets the batch
   */
  Verdict publish(Batch batch, Runnable meanwhile) {
    current = InFlight.unpublished(batch);
    try {
      Optional<BrokerSession> session = link.session();
      return session.isPresent()
          ? publish(session.get(), batch, meanwhile)
          : Verdict.refused(link.brokenPart().orElse("the broker was away for a moment"));
    } catch (Throwable e) {
      // an error as well, such as too little memory for this batch: the lane has others to publish
      LOG.error("a batch of {} entries could not be published", batch.entries().size(), e);
      return Verdict.refused("publishing failed inside the server");
    }
  }

  /** Leaves the last batch to whoever answers it. */
  void done() {
    current = InFlight.NOTHING;
  }

  /** Answers what is overdue, and frees the lane if it is stuck in a write to the broker. */
  void watch(long now) {
    InFlight flight = current;
    flight.watch(now);
    BrokerSession session = writingTo;
    // read again: the lane may have gone on to a batch that is not overdue
    boolean stuck = session != null && flight.equals(current) && flight.isOverdue(now);
    if (stuck) {
      session.cut("a write has not ended within the publish deadline");
    }
  }

  private Verdict publish(BrokerSession session, Batch batch, Runnable meanwhile) {
    ConfirmChannel channel = null;
    CompletableFuture<Verdict> verdict;
    writingTo = session;
    try {
      channel = session.channels().borrowObject();
      CrashPoint.BEFORE_PUBLISH.reached();
      verdict = channel.publish(format.message(batch.entries()));
      current = new InFlight(batch, verdict);
      CrashPoint.AFTER_PUBLISH.reached();
    } catch (Throwable e) {
      // P7: an exhausted pool is a NoSuchElementException; J3, J15: the channel counts wrongly now
      invalidate(session, channel);
      String reason = "publishing failed: " + Reasons.of(e);
      link.doubt(session, reason);
      return Verdict.refused(reason);
    } finally {
      writingTo = null;
    }
    meanwhile.run();
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
      failure = Verdict.NO_CONFIRM;
      health.ended(failure);
    } catch (ExecutionException e) {
      throw new AssertionError("a verdict is never exceptional", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
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
