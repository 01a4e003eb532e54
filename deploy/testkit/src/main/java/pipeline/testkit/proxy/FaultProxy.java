package pipeline.testkit.proxy;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
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
  private final Map<Direction, Pump.Lane> lanes =
      Map.of(Direction.THERE, new Pump.Lane(), Direction.BACK, new Pump.Lane());
  private final Set<Link> links = ConcurrentHashMap.newKeySet();
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
    lanes.get(direction).flow(flow);
    if (!flow.swallow()) {
      links.stream().filter(Link::hasLostBytes).forEach(link -> link.close(Flow.Ending.RESET));
    }
  }

  /** Breaks off every connection; new ones are welcome. */
  public void closeConnections(Flow.Ending ending) {
    links.forEach(link -> link.close(ending));
  }

  /** The number of bytes carried in that direction so far, without those that were cut. */
  public long bytes(Direction direction) {
    return lanes.get(direction).bytes();
  }

  /** Whether a connection that is open has lost bytes. */
  boolean hasLostBytes() {
    return links.stream().anyMatch(Link::hasLostBytes);
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
      new Link(name + "-" + accepted.incrementAndGet(), caller, there).start();
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

  /** One connection: the caller's socket, the target's, and a pump for each direction. */
  final class Link {
    private final Socket caller;
    private final Socket called;
    private final Pump there;
    private final Pump back;
    private final AtomicBoolean closed = new AtomicBoolean();

    private Link(String name, Socket caller, Socket called) throws IOException {
      this.caller = caller;
      this.called = called;
      caller.setTcpNoDelay(true);
      called.setTcpNoDelay(true);
      there = new Pump(name + "-there", lanes.get(Direction.THERE), this, caller, called);
      back = new Pump(name + "-back", lanes.get(Direction.BACK), this, called, caller);
    }

    private void start() {
      links.add(this);
      there.start();
      back.start();
    }

    private boolean hasLostBytes() {
      return there.hasLostBytes() || back.hasLostBytes();
    }

    /** Closes the connection once both directions have come to their orderly end. */
    void closeIfEnded() {
      if (there.hasEnded() && back.hasEnded()) {
        close(Flow.Ending.CLOSE);
      }
    }

    void close(Flow.Ending ending) {
      if (closed.compareAndSet(false, true)) {
        close(caller, ending);
        close(called, ending);
        there.stop();
        back.stop();
        links.remove(this);
      }
    }

    private static void close(Socket socket, Flow.Ending ending) {
      try (socket) {
        if (ending == Flow.Ending.RESET) {
          socket.setSoLinger(true, 0);
        }
      } catch (IOException e) {
        // the other end has closed the socket already
      }
    }
  }
}
