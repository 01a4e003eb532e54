package pipeline.client.broker;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.commons.lang3.concurrent.BasicThreadFactory;
import pipeline.client.load.QueueDepth;

/** Asks a broker about its queue once a second, on a thread of its own. Thread-safe. */
public final class BrokerSampler implements QueueDepth, AutoCloseable {
  private static final long INTERVAL_MILLIS = 1_000;
  private static final long MAX_CLOSE_SECONDS = 10;

  private final WatchedBroker broker;
  private final BrokerHistory history;
  private final LongSupplier nanoClock;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final ExecutorService executor =
      Executors.newSingleThreadExecutor(
          BasicThreadFactory.builder().namingPattern("client-broker").build());

  public BrokerSampler(WatchedBroker broker, BrokerHistory history, LongSupplier nanoClock) {
    this.broker = broker;
    this.history = history;
    this.nanoClock = nanoClock;
  }

  /** Asks for the first time, before it returns, and then every second until closed. */
  public void start() {
    sample();
    executor.execute(this::sampleEverySecond);
  }

  private void sampleEverySecond() {
    try {
      while (!closed.await(INTERVAL_MILLIS, TimeUnit.MILLISECONDS)) {
        sample();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void sample() {
    long now = nanoClock.getAsLong();
    try {
      BrokerReading reading = broker.read();
      BrokerSource from = broker.chosen();
      history.add(now, reading, from.description(), from.staleMillis());
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
    closed.countDown();
    executor.shutdown();
    try {
      if (executor.awaitTermination(MAX_CLOSE_SECONDS, TimeUnit.SECONDS)) {
        broker.close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      history.addFailure(nanoClock.getAsLong(), "cannot close: " + e.getMessage());
    } finally {
      executor.shutdownNow();
    }
  }
}
