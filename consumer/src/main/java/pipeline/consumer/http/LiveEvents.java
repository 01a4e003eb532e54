package pipeline.consumer.http;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import pipeline.consumer.http.ReaderHttp.Connection;
import pipeline.consumer.thread.RepeatingTimer;

/**
 * Server-sent events: the source notes its figures in each period, on the thread {@code
 * live-events}, and each listener is sent the newest when it has taken the event before. One that
 * has missed an event is told all again. A listener that does not read is dropped by {@link
 * ReaderHttp}; nobody waits for it. Thread-safe.
 */
final class LiveEvents implements AutoCloseable {
  static final int MAX_LISTENERS = 32;

  static final Map<String, String> HEADERS =
      Map.of("Content-Type", "text/event-stream; charset=utf-8", "Cache-Control", "no-store");

  /** What the events tell. Used by the thread {@code live-events} only. */
  interface Source {
    /** Notes the present figures, whether anybody listens or not. */
    default void sample() {}

    /**
     * One line of text.
     *
     * @param isWhole whether it has all that was noted, or only the newest of it
     */
    String event(boolean isWhole);
  }

  private final Source source;
  private final Set<Connection> listeners = ConcurrentHashMap.newKeySet();
  private final RepeatingTimer timer = new RepeatingTimer("live-events");

  /** The listeners that were sent the event before. Timer thread only. */
  private Set<Connection> current = Set.of();

  /** Makes events until closed. */
  LiveEvents(Source source, long periodMillis) {
    this.source = source;
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
    source.sample();
    listeners.removeIf(listener -> !listener.isOpen());
    Map<Boolean, List<Connection>> idle =
        listeners.stream()
            .filter(Connection::isIdle)
            .collect(Collectors.partitioningBy(current::contains));
    // after an error, all are told all
    current = new HashSet<>();
    push(idle.get(true), false);
    push(idle.get(false), true);
  }

  private void push(List<Connection> to, boolean isWhole) {
    if (!to.isEmpty()) {
      byte[] event = ("data: " + source.event(isWhole) + "\n\n").getBytes(StandardCharsets.UTF_8);
      to.forEach(listener -> listener.push(event));
      current.addAll(to);
    }
  }

  @Override
  public void close() {
    timer.close();
  }
}
