package pipeline.testkit.proxy;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A TCP proxy whose two directions can each be delayed, sliced, cut or swallowed while it runs.
 * When the target refuses, so does the proxy: the caller's connection is reset. Thread-safe.
 */
public final class FaultProxy implements Closeable {
  private static final int CONNECT_MILLIS = 5_000;
  private static final int BACKLOG = 1024;
  private static final long CLOSE_MILLIS = 1_000;

  private final String name;
  private final InetSocketAddress target;
  private final ServerSocket listener;
  private final Map<Direction, ProxyDirection> directions = new EnumMap<>(Direction.class);
  private final Set<ProxyLink> links = ConcurrentHashMap.newKeySet();
  private final AtomicInteger accepted = new AtomicInteger();
  private final Thread acceptor;
  private volatile boolean closed;

  /**
   * Listens on a free port of the loopback, for a port of the loopback.
   *
   * @param name begins the names of its threads
   */
  public FaultProxy(String name, int targetPort) throws IOException {
    this.name = name;
    InetAddress loopback = InetAddress.getLoopbackAddress();
    target = new InetSocketAddress(loopback, targetPort);
    for (Direction direction : Direction.values()) {
      directions.put(direction, new ProxyDirection());
    }
    listener = new ServerSocket(0, BACKLOG, loopback);
    acceptor = new Thread(this::accept, name + "-accept");
    acceptor.start();
  }

  public int port() {
    return listener.getLocalPort();
  }

  /**
   * Changes how one direction behaves, for connections old and new. Connections that have lost
   * bytes to the behaviour before are reset: a real network never goes on after a hole.
   */
  public void set(Direction direction, Flow flow) {
    directions.get(direction).flow(flow);
    if (!flow.swallow()) {
      links.stream().filter(ProxyLink::hasLostBytes).forEach(l -> l.close(Flow.Ending.RESET));
    }
  }

  /** Breaks off every connection; new ones are welcome. */
  public void closeConnections(Flow.Ending ending) {
    links.forEach(link -> link.close(ending));
  }

  /** The number of bytes carried in that direction so far. */
  public long bytes(Direction direction) {
    return directions.get(direction).bytes();
  }

  /** The mean time from the read of a piece to its write; zero before the first. */
  public Duration meanHeld(Direction direction) {
    return directions.get(direction).meanHeld();
  }

  /** Whether a connection that is open has lost bytes. */
  boolean hasLostBytes() {
    return links.stream().anyMatch(ProxyLink::hasLostBytes);
  }

  private void accept() {
    while (!closed) {
      try {
        connect(listener.accept());
      } catch (IOException e) {
        if (!closed) {
          closeConnections(Flow.Ending.RESET);
        }
      }
    }
  }

  private void connect(Socket caller) throws IOException {
    Socket there = new Socket();
    try {
      there.connect(target, CONNECT_MILLIS);
      String linkName = name + "-" + accepted.incrementAndGet();
      ProxyLink link =
          new ProxyLink(
              linkName,
              directions.get(Direction.THERE),
              directions.get(Direction.BACK),
              caller,
              there,
              links::remove);
      links.add(link);
      link.start();
    } catch (IOException e) {
      there.close();
      caller.setSoLinger(true, 0);
      caller.close();
    }
  }

  /** Stops listening and resets what is connected. Idempotent. */
  @Override
  public void close() throws IOException {
    closed = true;
    try {
      listener.close();
      acceptor.join(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      closeConnections(Flow.Ending.RESET);
    }
  }
}
