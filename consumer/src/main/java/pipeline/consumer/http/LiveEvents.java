package pipeline.consumer.http;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.commons.lang3.concurrent.BasicThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Server-sent events: each report is made once, on the thread {@code live-events}, and each
 * listener is sent the newest one by the thread that serves it. A listener that does not read
 * misses events and is dropped; nobody waits for it. Nothing is made while nobody listens.
 * Thread-safe.
 */
final class LiveEvents implements AutoCloseable {
  static final int MAX_LISTENERS = 32;

  private static final Logger LOG = LoggerFactory.getLogger(LiveEvents.class);
  private final Supplier<Supplier<String>> reports;
  private final long patienceNanos;
  private final Semaphore places = new Semaphore(MAX_LISTENERS);
  private final Set<Listener> listeners = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          BasicThreadFactory.builder().namingPattern("live-events").build());

  /** For the current listeners; null if there are none. Timer thread only. */
  private Supplier<String> report;

  /** Null if there is no recent event. Guarded by this. */
  private byte[] newest;

  private boolean closed;

  /**
   * Makes events until closed.
   *
   * @param reports makes a report for those who begin to listen, which then gives one line of text
   *     for each event
   * @param patienceMillis how long a write may take before its listener is dropped
   */
  LiveEvents(Supplier<Supplier<String>> reports, long periodMillis, long patienceMillis) {
    this.reports = reports;
    this.patienceNanos = TimeUnit.MILLISECONDS.toNanos(patienceMillis);
    var unused =
        timer.scheduleAtFixedRate(this::tick, periodMillis, periodMillis, TimeUnit.MILLISECONDS);
  }

  /**
   * A thread, and the time on the nano clock at which its write began; 0 while it does not write.
   */
  private static final class Listener {
    private final Thread thread = Thread.currentThread();
    private volatile long writesSince;

    void write(OutputStream out, byte[] bytes) throws IOException {
      writesSince = System.nanoTime() | 1;
      out.write(bytes);
      out.flush();
      writesSince = 0;
    }

    /** An interrupt closes the connection that is written to. */
    void dropIfStuck(long patienceNanos) {
      long since = writesSince;
      if (since != 0 && System.nanoTime() - since > patienceNanos) {
        thread.interrupt();
      }
    }
  }

  /**
   * Answers with events, on the calling thread, until the listener leaves or this is closed.
   *
   * @return false if there are too many listeners: then nothing is answered
   */
  boolean serve(HttpExchange exchange) {
    if (!places.tryAcquire()) {
      return false;
    }
    Listener listener = new Listener();
    listeners.add(listener);
    try (exchange) {
      exchange.getResponseHeaders().set("Content-Type", "text/event-stream; charset=utf-8");
      exchange.sendResponseHeaders(200, 0);
      OutputStream out = exchange.getResponseBody();
      listener.write(out, "retry: 1000\n\n".getBytes(StandardCharsets.UTF_8));
      for (byte[] event = next(null); event != null; event = next(event)) {
        listener.write(out, event);
      }
    } catch (IOException e) {
      // the listener has left or was dropped
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      listeners.remove(listener);
      places.release();
    }
    return true;
  }

  /** Waits for an event other than {@code sent}; null when closed. */
  private synchronized byte[] next(byte[] sent) throws InterruptedException {
    while (!closed && (newest == null || newest == sent)) {
      wait();
    }
    return closed ? null : newest;
  }

  private void tick() {
    try {
      listeners.forEach(listener -> listener.dropIfStuck(patienceNanos));
      if (listeners.isEmpty()) {
        report = null;
        publish(null);
      } else {
        report = report == null ? reports.get() : report;
        publish(("data: " + report.get() + "\n\n").getBytes(StandardCharsets.UTF_8));
      }
    } catch (RuntimeException e) {
      LOG.warn("no event for the live page", e);
    }
  }

  private synchronized void publish(byte[] event) {
    newest = event;
    notifyAll();
  }

  @Override
  public void close() {
    timer.shutdownNow();
    synchronized (this) {
      closed = true;
      notifyAll();
    }
  }
}
