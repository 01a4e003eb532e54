package pipeline.consumer.http;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import pipeline.consumer.http.ReaderHttp.Connection;
import pipeline.consumer.thread.RepeatingTimer;

/**
 * Server-sent events: each report is made once, on the thread {@code live-events}, and each
 * listener is sent the newest one when it has taken the one before. A listener that does not read
 * misses events and is dropped by {@link ReaderHttp}; nobody waits for it. Nothing is made while
 * nobody listens. Thread-safe.
 */
final class LiveEvents implements AutoCloseable {
  static final int MAX_LISTENERS = 32;

  static final Map<String, String> HEADERS =
      Map.of("Content-Type", "text/event-stream; charset=utf-8", "Cache-Control", "no-store");

  private final Supplier<Supplier<String>> reports;
  private final Set<Connection> listeners = ConcurrentHashMap.newKeySet();
  private final RepeatingTimer timer = new RepeatingTimer("live-events");

  /** The report for the current listeners; null if there are none. Timer thread only. */
  private Supplier<String> report;

  /**
   * Makes events until closed.
   *
   * @param reports makes a report when the first listener comes; the report then gives one line of
   *     text for each event
   */
  LiveEvents(Supplier<Supplier<String>> reports, long periodMillis) {
    this.reports = reports;
    timer.every(periodMillis, this::tick);
  }

  /**
   * Answers with events until the listener leaves or this is closed.
   *
   * @return false if there are too many listeners: then nothing is answered
   */
  synchronized boolean serve(Connection listener) {
    listeners.removeIf(other -> !other.isOpen());
    if (listeners.size() >= MAX_LISTENERS) {
      return false;
    }
    listener.stream(200, HEADERS);
    listener.push("retry: 1000\n\n".getBytes(StandardCharsets.UTF_8));
    listeners.add(listener);
    return true;
  }

  /** The number of listeners. */
  int listeners() {
    return listeners.size();
  }

  private void tick() {
    listeners.removeIf(listener -> !listener.isOpen());
    if (listeners.isEmpty()) {
      report = null;
      return;
    }
    report = report == null ? reports.get() : report;
    byte[] event = ("data: " + report.get() + "\n\n").getBytes(StandardCharsets.UTF_8);
    listeners.stream().filter(Connection::isIdle).forEach(listener -> listener.push(event));
  }

  @Override
  public void close() {
    timer.close();
  }
}
