package pipeline.client.http;

import java.io.Closeable;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.commons.lang3.concurrent.BasicThreadFactory;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.ModalCloseable;

/**
 * Ends exchanges that take too long by closing their connections. A socket's time-out would not do:
 * it begins again with every read and does not count for writes. Thread-safe.
 */
final class ExchangeDeadlines implements Closeable {
  private static final int LOOKS_PER_TIMEOUT = 20;
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(100);

  private final long timeoutNanos;

  /**
   * The deadline of the exchange on each connection in use. The thread that removes an entry
   * decides how the exchange ended.
   */
  private final Map<ModalCloseable, Long> deadlines = new ConcurrentHashMap<>();

  private final ScheduledExecutorService executor =
      Executors.newSingleThreadScheduledExecutor(
          BasicThreadFactory.builder().namingPattern("client-timeouts").daemon(true).build());

  /**
   * Starts the thread that checks the deadlines.
   *
   * @param timeout noticed at most a twentieth late, and at most 100 ms
   */
  ExchangeDeadlines(Duration timeout) {
    this.timeoutNanos = timeout.toNanos();
    long pause = Math.min(timeoutNanos / LOOKS_PER_TIMEOUT, LONGEST_PAUSE.toNanos());
    var unused =
        executor.scheduleWithFixedDelay(this::cutOffOverdue, pause, pause, TimeUnit.NANOSECONDS);
  }

  /** Begins the exchange on this connection. */
  void begin(ModalCloseable connection) {
    deadlines.put(connection, System.nanoTime() + timeoutNanos);
  }

  /** Ends the exchange, failed or not; false if it was cut off, or ended before. */
  boolean end(ModalCloseable connection) {
    return deadlines.remove(connection) != null;
  }

  private void cutOffOverdue() {
    long now = System.nanoTime();
    deadlines.forEach(
        (connection, deadline) -> {
          if (now - deadline > 0 && deadlines.remove(connection, deadline)) {
            try {
              connection.close(CloseMode.IMMEDIATE); // TLS would first exchange closing messages
            } catch (Throwable e) {
              // it would end the periodic task without a word; the exchange fails in its thread
            }
          }
        });
  }

  /** Ends the checks without waiting for the thread, which finishes its current one. */
  @Override
  public void close() {
    executor.shutdown();
  }
}
