package pipeline.consumer.amqp;

import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.impl.FrameHandler;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.consumer.thread.LastingThread;
import pipeline.wire.amqp.Backoff;
import pipeline.wire.amqp.OtherPartitionsException;

/**
 * Consumes until it is closed: when a session ends, for any reason, it opens the next one after a
 * growing wait, without a limit of attempts. Owns the dead letters and the consumer threads.
 * Thread-safe; runs on the thread {@code broker}.
 */
public final class Subscription extends LastingThread {
  private static final Logger LOG = LoggerFactory.getLogger(Subscription.class);
  private static final long CANCEL_NANOS = TimeUnit.SECONDS.toNanos(5);

  /**
   * The age of a connection beyond which no message ends it, since one that does would come at
   * once.
   */
  private static final long LASTING_NANOS = TimeUnit.SECONDS.toNanos(30);

  private static final String LOST = "lost the broker or the queue";

  private final Function<UnaryOperator<FrameHandler>, ConnectionFactory> factories;
  private final Runnable onMismatch;
  private final DeliveryContext context;
  private final PoisonSearch search = new PoisonSearch();
  private volatile ConsumingSession session;
  private volatile boolean cancelled;
  private volatile String mismatch;

  /**
   * A subscription that does nothing until it is started.
   *
   * @param factories makes a factory for each session, of connections whose frames go through the
   *     operator
   * @param onMismatch called when the subscription has ended, see {@link #mismatch}
   */
  public Subscription(
      Function<UnaryOperator<FrameHandler>, ConnectionFactory> factories,
      Runnable onMismatch,
      DeliveryContext context) {
    super("broker", context.crash());
    this.factories = factories;
    this.onMismatch = onMismatch;
    this.context = context;
  }

  @Override
  public void start() {
    context.deadLetters().start();
    super.start();
  }

  /**
   * Opens session after session. An error, such as a lack of threads, leads to another attempt too.
   */
  @Override
  protected void work() throws InterruptedException {
    Backoff backoff = new Backoff();
    while (!cancelled) {
      context.unacked().lease().awaitRoom();
      try (ConsumingSession opened = ConsumingSession.open(factories, context)) {
        long begin = System.nanoTime();
        try {
          if (!consume(opened)) {
            return;
          }
          LOG.info(
              "consuming from {}{}", consumed(), search.isAlone() ? ", one message at a time" : "");
          context.health().works(Health.Part.BROKER);
          awaitEnd(opened);
        } finally {
          learnFrom(opened, System.nanoTime() - begin >= LASTING_NANOS, backoff);
        }
      } catch (InterruptedException e) {
        throw e;
      } catch (OtherPartitionsException e) {
        context.health().fails(Health.Part.BROKER, e.getMessage());
        mismatch = e.getMessage();
        onMismatch.run();
        return;
      } catch (Throwable e) {
        // the client library wraps what the broker said
        String trouble = ExceptionUtils.getRootCause(e).toString();
        if (session == null) {
          // no message has come that could have ended it
          context.health().works(Health.Part.POISON);
        }
        trouble = "cannot consume from the broker: " + trouble;
        if (context.health().fails(Health.Part.BROKER, trouble)) {
          LOG.warn("{}; retrying", trouble);
        }
      }
      session = null;
      Thread.sleep(backoff.nextMillis());
    }
  }

  private String consumed() {
    List<String> queues = context.queues();
    String first = queues.get(0);
    return queues.size() == 1 ? first : first + " to " + queues.get(queues.size() - 1);
  }

  /** Returns early from a session that takes messages one at a time, once that seems needless. */
  private void awaitEnd(ConsumingSession opened) throws InterruptedException {
    if (!opened.awaitEnd(LASTING_NANOS)) {
      if (search.isAlone()) {
        LOG.info("no message ends the connection any more");
        return;
      }
      opened.awaitEnd(Long.MAX_VALUE);
    }
    context.health().fails(Health.Part.BROKER, LOST);
    LOG.warn(LOST + ", retrying: {}", opened.closeReason());
  }

  /**
   * Learns from a session that ended. A connection alone is no success: a message that ends
   * connections is delivered again.
   */
  private void learnFrom(ConsumingSession ended, boolean lasted, Backoff backoff) {
    long acked = ended.acked();
    if (acked > 0 || lasted) {
      backoff.reset();
    }
    if (lasted) {
      search.lasted();
    } else {
      search.ended(ended.begun(), acked);
    }
    tellOfSearch();
  }

  /** Reports the state of the search for a message that ends connections; an ack clears it. */
  private void tellOfSearch() {
    Health health = context.health();
    if (!search.isAlone()) {
      health.works(Health.Part.POISON);
      return;
    }
    String queue = context.topology().queue();
    String trouble = "a message of " + queue + " ends the connections: it is searched for";
    if (search.isStuck()) {
      trouble = "the first message of " + queue + " ends every connection";
      LOG.error(trouble);
    }
    health.fails(Health.Part.POISON, trouble);
  }

  /** Starts consuming, unless {@link #cancel} came first; returns whether it did. */
  private synchronized boolean consume(ConsumingSession opened) throws IOException {
    if (cancelled) {
      return false;
    }
    session = opened;
    opened.consume(search.isAlone());
    return true;
  }

  /** Why these queues cannot be consumed: they have another number of partitions. */
  public Optional<String> mismatch() {
    return Optional.ofNullable(mismatch);
  }

  /** The consumers of the current session; empty while there is none. */
  public List<QueueConsumer> consumers() {
    ConsumingSession present = session;
    return present == null ? List.of() : present.consumers();
  }

  /**
   * The number of messages that are ready in the queues of all partitions; -1 while that is not
   * known.
   */
  public long queueLength() {
    ConsumingSession present = session;
    return present == null ? -1 : present.queueLength();
  }

  /** True when every delivery was acked, and the dead queue has those that cannot be counted. */
  public boolean isSettled() {
    return consumers().stream().allMatch(QueueConsumer::isSettled)
        && context.deadLetters().isEmpty();
  }

  /** Whether all that had arrived at the call before is settled; for one caller. */
  public boolean hasSettledEarlier() {
    boolean settled = context.deadLetters().isEmpty();
    for (QueueConsumer consumer : consumers()) {
      settled &= consumer.hasSettledEarlier();
    }
    return settled;
  }

  /**
   * Stops the deliveries and waits, at most 5 s, until those that arrived are handled, and 2 s more
   * for the dead letters.
   */
  public void cancel() throws InterruptedException {
    ConsumingSession present;
    synchronized (this) {
      cancelled = true;
      present = session;
    }
    if (present != null) {
      present.cancel(CANCEL_NANOS);
    }
    context.deadLetters().awaitEmpty();
  }

  @Override
  public void close() {
    super.close();
    context.deadLetters().close();
    // no interrupt: it would close a file that a thread reads
    context.threads().shutdown();
  }
}
