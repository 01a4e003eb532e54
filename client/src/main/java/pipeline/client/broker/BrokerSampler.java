package pipeline.client.broker;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.commons.lang3.concurrent.BasicThreadFactory;
import pipeline.client.load.QueueDepth;

/** Asks a broker about its queue once a second, on a thread of its own. Thread-safe. */
public final class BrokerSampler implements QueueDepth, AutoCloseable {
  private static final long MAX_CLOSE_SECONDS = 10;

  private final BrokerSource broker;
  private final BrokerHistory history;
  private final LongSupplier nanoClock;
  private final ScheduledExecutorService executor =
      Executors.newSingleThreadScheduledExecutor(
          BasicThreadFactory.builder().namingPattern("client-broker").build());

  /** Asks for the first time, and then every second until closed. */
  public BrokerSampler(BrokerSource broker, BrokerHistory history, LongSupplier nanoClock) {
    this.broker = broker;
    this.history = history;
    this.nanoClock = nanoClock;
    sample();
    var unused = executor.scheduleWithFixedDelay(this::sample, 1, 1, TimeUnit.SECONDS);
  }

  private void sample() {
    long now = nanoClock.getAsLong();
    try {
      history.add(now, broker.read());
    } catch (IOException e) {
      history.addFailure(now, e.getMessage());
    } catch (RuntimeException e) { // an answer of a form nobody foresaw; the next may be better
      history.addFailure(now, "cannot read the broker's answer: " + e);
    }
  }

  @Override
  public Optional<Depth> messages() {
    return history.waiting(nanoClock.getAsLong());
  }

  /**
   * Ends the sampling once the question under way is answered, and then the connections. May be
   * called again.
   */
  @Override
  public void close() {
    executor.shutdown();
    try {
      if (executor.awaitTermination(MAX_CLOSE_SECONDS, TimeUnit.SECONDS)) {
        broker.close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      executor.shutdownNow();
    }
  }
}
