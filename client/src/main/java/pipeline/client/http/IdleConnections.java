package pipeline.client.http;

import java.io.IOException;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hc.core5.io.CloseMode;

/**
 * The connections to one server, each with one thread from request to answer. The one given back
 * last is taken first, so a thread that sends without a pause keeps its own, and there are never
 * more than threads. They outlive the threads: the next step of a sweep uses them again.
 * Thread-safe.
 */
final class IdleConnections {
  /** After such a rest a connection is looked at first: its server may have closed it. */
  private static final long CHECK_AFTER_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final ServerConnector connector;
  private final LongSupplier nanoClock;
  private final Deque<ServerConnection> idle = new ConcurrentLinkedDeque<>();
  private final Set<ServerConnection> open = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  IdleConnections(ServerConnector connector, LongSupplier nanoClock) {
    this.connector = connector;
    this.nanoClock = nanoClock;
  }

  /** An idle connection that the server has not closed, or else a new one. */
  ServerConnection take() throws IOException {
    long now = nanoClock.getAsLong();
    ServerConnection connection = idle.pollFirst();
    while (connection != null && isStale(connection, now)) {
      discard(connection);
      connection = idle.pollFirst();
    }
    if (connection == null) {
      connection = connect();
      now = nanoClock.getAsLong(); // connecting has a limit of its own
    }
    connection.inUseSince(now);
    return connection;
  }

  private static boolean isStale(ServerConnection connection, long now) throws IOException {
    return now - connection.idleSinceNanos() > CHECK_AFTER_NANOS && connection.isStale();
  }

  private ServerConnection connect() throws IOException {
    ServerConnection connection = connector.connect();
    open.add(connection);
    if (closed) {
      discard(connection);
      throw new IOException("closed");
    }
    return connection;
  }

  /** Keeps a connection for the next request. */
  void giveBack(ServerConnection connection) {
    if (connection.release(nanoClock.getAsLong())) {
      idle.addFirst(connection);
    } else {
      discard(connection);
    }
  }

  /** Ends the exchanges that have taken longer than the limit, from request to answer. */
  void cutOffOverdue(long limitNanos) {
    long now = nanoClock.getAsLong();
    open.forEach(connection -> connection.cutOffIfOverdue(now, limitNanos));
  }

  /** Closes a connection that must not be used again. */
  void discard(ServerConnection connection) {
    open.remove(connection);
    connection.close(CloseMode.GRACEFUL);
  }

  /** Closes all, also those in use: their exchanges end with an error. */
  void close() {
    closed = true;
    open.forEach(this::discard);
    idle.clear();
  }
}
