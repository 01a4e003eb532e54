package pipeline.server.publish;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.server.broker.BrokerSession;
import pipeline.server.broker.BrokerSupervisor;
import pipeline.server.broker.ConfirmChannel;
import pipeline.server.broker.PublishResult;
import pipeline.server.broker.Reasons;
import pipeline.server.lifecycle.ErrorLog;

/**
 * Worker loop: take a batch, publish it on a borrowed channel, await its confirm. The thread that
 * brings the confirm, the connection's, responds to the batch before it wakes this one. No error
 * ends the loop, since as a rule there is no other publisher thread. {@link #run} is for one
 * thread, {@link #watch} for that of the deadlines.
 */
final class PublisherThread implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(PublisherThread.class);

  /** Made before memory may run out. */
  private static final PublishResult FAILED = PublishResult.failed("publishing failed");

  private final int partition;
  private final EntryAccumulator accumulator;
  private final BrokerSupervisor broker;
  private final MessageFormat<?> format;
  private final PublisherMetrics metrics;
  private final LongSupplier nanoClock;

  /** The batch that is on its way to the broker, or whose confirm is awaited. */
  private volatile Optional<Batch> current = Optional.empty();

  /** The number of entries in the last batch; for the publisher thread alone. */
  private int answered = 1;

  private volatile Optional<BrokerSession> writingTo = Optional.empty();

  /**
   * @param partition whose entries it publishes
   */
  PublisherThread(
      int partition,
      EntryAccumulator accumulator,
      BrokerSupervisor broker,
      MessageFormat<?> format,
      PublisherMetrics metrics,
      LongSupplier nanoClock) {
    this.partition = partition;
    this.accumulator = accumulator;
    this.broker = broker;
    this.format = format;
    this.metrics = metrics;
    this.nanoClock = nanoClock;
  }

  /** Publishes batches until the accumulator is closed and empty. */
  @Override
  public void run() {
    boolean open = true;
    while (open) {
      try {
        open = publishNext();
      } catch (Throwable e) {
        ErrorLog.report(LOG, "a publisher thread goes on after an error", e);
      }
    }
  }

  /** Ends the overdue entries, and frees the thread if it is stuck in a write to the broker. */
  void watch(long now) {
    Optional<Batch> batch = current;
    Optional<BrokerSession> session = writingTo;
    batch.ifPresent(overdue -> overdue.endOverdue(now));
    // read again: the thread may have gone on to a batch that is not overdue
    if (batch.equals(current) && batch.filter(b -> now - b.lastDeadline() >= 0).isPresent()) {
      session.ifPresent(s -> s.abort("a write has not ended within the publish deadline"));
    }
  }

  /** Publishes the next batch; false once there is none and will be none. */
  private boolean publishNext() {
    Optional<Batch> next = accumulator.take(partition, answered);
    current = next;
    if (next.isEmpty()) {
      return false;
    }
    // allocates nothing outside of the try, so that a lack of memory leaves no request open
    Batch batch = next.get();
    answered = batch.entries().size();
    PublishResult result = FAILED;
    try {
      Optional<BrokerSession> session = broker.session();
      result =
          session.isPresent()
              ? publish(session.get(), batch)
              : PublishResult.failed(
                  broker.brokenPart().orElse("the broker was away for a moment"));
    } finally {
      batch.respond(result);
      current = Optional.empty();
    }
    return true;
  }

  private PublishResult publish(BrokerSession session, Batch batch) {
    ConfirmChannel channel = null;
    PublishResult result = FAILED;
    String detail = "";
    writingTo = Optional.of(session);
    try {
      channel = session.borrow();
      CompletableFuture<PublishResult> confirm = write(channel, batch);
      writingTo = Optional.empty();
      result = await(confirm, batch.lastDeadline());
      if (result.confirmed() || (confirm.isDone() && channel.isOpen())) {
        metrics.ended(result);
        return result;
      }
    } catch (Throwable e) {
      // an exhausted pool, a failed write, or an error such as too little memory for this batch
      detail = Reasons.of(e);
    } finally {
      writingTo = Optional.empty();
      if (channel != null) {
        session.giveBack(channel);
      }
    }
    // responds first: the session's end also ends the batch, and would be told as the reason
    batch.respond(result);
    session.doubt(result.reason(), detail);
    return result;
  }

  private CompletableFuture<PublishResult> write(ConfirmChannel channel, Batch batch)
      throws IOException {
    metrics.publishing(batch.lines());
    return batch.written(
        channel
            .publish(partition, MessageFormat.message(batch.entries()))
            .thenApply(result -> format.learn(result, batch.isDivisible())));
  }

  /**
   * Waits for a confirm. An interrupt changes nothing: a publisher ends when the accumulator is
   * closed.
   */
  private PublishResult await(CompletableFuture<PublishResult> confirm, long deadline) {
    while (true) {
      try {
        long left = Math.max(0, deadline - nanoClock.getAsLong());
        // not waitForConfirmsOrDie, which would close the channel itself
        return confirm.get(left, TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        metrics.ended(PublishResult.NO_CONFIRM);
        return PublishResult.NO_CONFIRM;
      } catch (ExecutionException e) {
        throw new AssertionError("a confirm is never exceptional", e);
      } catch (InterruptedException e) {
        LOG.warn("a publisher thread was interrupted, and goes on");
      }
    }
  }
}
