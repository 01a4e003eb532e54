package pipeline.consumer.amqp;

import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.wire.amqp.Backoff;

/**
 * Consumes until it is closed: when a session ends, for any reason, it opens the next one after a
 * growing wait, without a limit of attempts. Thread-safe; runs on the thread {@code broker}.
 */
public final class Subscription implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Subscription.class);
  private static final long CANCEL_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final Supplier<ConnectionFactory> factories;
  private final DeliveryContext context;
  private final Thread thread = new Thread(this::run, "broker");
  private volatile BrokerSession session;
  private volatile boolean cancelled;

  /**
   * A subscription that does nothing until it is started.
   *
   * @param factories makes a factory for each session
   */
  public Subscription(Supplier<ConnectionFactory> factories, DeliveryContext context) {
    this.factories = factories;
    this.context = context;
  }

  public void start() {
    thread.start();
  }

  private void run() {
    Backoff backoff = new Backoff();
    String lastTrouble = "";
    try {
      while (!cancelled) {
        try (BrokerSession opened = BrokerSession.open(factories.get(), context)) {
          if (!consume(opened)) {
            return;
          }
          LOG.info("consuming from {}", context.topology().queue());
          lastTrouble = "";
          backoff.reset();
          opened.awaitEnd();
          LOG.warn("lost the broker or the queue, trying again");
        } catch (IOException | TimeoutException | RuntimeException e) {
          // the client library wraps what the broker said
          String trouble = ExceptionUtils.getRootCause(e).toString();
          if (!trouble.equals(lastTrouble)) {
            LOG.warn("cannot consume, trying on: {}", trouble);
            lastTrouble = trouble;
          }
        }
        session = null;
        Thread.sleep(backoff.nextMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Starts consuming, unless {@link #cancel} came first; returns whether it did. */
  private synchronized boolean consume(BrokerSession opened) throws IOException {
    if (cancelled) {
      return false;
    }
    session = opened;
    opened.consume();
    return true;
  }

  /** The consumers of the current session; empty while there is none. */
  public List<QueueConsumer> consumers() {
    BrokerSession present = session;
    return present == null ? List.of() : present.consumers();
  }

  /** How many messages are ready in the queue; -1 while that is not known. */
  public long queueLength() {
    BrokerSession present = session;
    return present == null ? -1 : present.queueLength();
  }

  /** Stops the deliveries and waits, at most 5 s, until those that arrived are handled. */
  public void cancel() throws InterruptedException {
    BrokerSession present;
    synchronized (this) {
      cancelled = true;
      present = session;
    }
    if (present != null) {
      present.cancel(CANCEL_NANOS);
    }
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join(TimeUnit.SECONDS.toMillis(5));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
