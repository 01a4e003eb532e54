package pipeline.faults.hostile;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.BitSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import org.apache.commons.lang3.concurrent.BasicThreadFactory;

/**
 * A hostile client at a run's server, at work on threads of its own until it is closed.
 * Thread-safe.
 */
public abstract class HostileLoad implements Closeable {
  private static final long CLOSE_SECONDS = 10;

  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          BasicThreadFactory.builder().namingPattern("hostile-%d").daemon().build());
  private volatile boolean reachedAim;
  private volatile boolean closed;

  private HostileLoad() {}

  /**
   * A flood of requests, each made from its number, after which the server closes the connection.
   *
   * @param most how many are sent at most
   */
  static HostileLoad flood(int port, int most, IntFunction<String> requests) {
    return new Flood(port, most, requests).start(Flood.THREADS);
  }

  /**
   * Sends the beginning of a request, made from the connection's number, and then {@code more} ten
   * times a second.
   */
  static HostileLoad slow(int port, IntFunction<String> beginnings, String more) {
    return new HeldConnections(port, beginnings, more, true, HeldConnections.SLOW_CONNECTIONS)
        .start(1);
  }

  /** Sends the request again and again, as long as the server takes it, and reads no answer. */
  static HostileLoad unread(int port, String request) {
    String many = request.repeat(HeldConnections.UNREAD_REQUESTS);
    return new HeldConnections(port, i -> many, many, false, HeldConnections.UNREAD_CONNECTIONS)
        .start(1);
  }

  /** Starts {@code number} threads, which do the work until {@link #close}. */
  final HostileLoad start(int number) {
    for (int i = 0; i < number; i++) {
      threads.execute(this::work);
    }
    return this;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** What each thread does; it ends soon after {@link #isClosed}. */
  abstract void work();

  final boolean isClosed() {
    return closed;
  }

  /** Records that the aim is reached. */
  final void reachAim() {
    reachedAim = true;
  }

  /** Whether the client had many answers, or has begun a request on each of its connections. */
  public final boolean hasReachedAim() {
    return reachedAim;
  }

  /** Ends the client; returns when its threads have ended and its connections are closed. */
  @Override
  public final void close() {
    closed = true;
    threads.shutdown();
    try {
      threads.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Sends one request after the other, each on a connection of its own, as fast as the server can.
   * The aim is reached when many were taken, or refused while the broker has no room.
   */
  private static final class Flood extends HostileLoad {
    private static final int THREADS = 2;
    private static final int AIM = 100;
    private static final int TIMEOUT_MILLIS = 5_000;
    private static final long PAUSE_NANOS = Duration.ofMillis(20).toNanos();

    private final int port;
    private final int most;
    private final IntFunction<String> requests;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger answered = new AtomicInteger();

    private Flood(int port, int most, IntFunction<String> requests) {
      this.port = port;
      this.most = most;
      this.requests = requests;
    }

    @Override
    void work() {
      int number = next.getAndIncrement();
      while (!isClosed() && number < most) {
        try {
          String answer = send(requests.apply(number));
          if (answer.matches("(?s)HTTP/1.1 (200|503) .*") && answered.incrementAndGet() == AIM) {
            reachAim();
          }
        } catch (IOException e) {
          // the server may have been killed: it is asked again soon
          LockSupport.parkNanos(PAUSE_NANOS);
        }
        number = next.getAndIncrement();
      }
    }

    private String send(String request) throws IOException {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.getOutputStream().write(bytes(request));
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      }
    }
  }

  /**
   * Holds many connections, each with a request that does not end. A connection that the server
   * closes is opened again. The aim is reached when a request was begun, or answered, on each.
   */
  private static final class HeldConnections extends HostileLoad {
    private static final int SLOW_CONNECTIONS = 150;
    private static final int UNREAD_CONNECTIONS = 12;
    private static final int UNREAD_BUFFER = 2_048;

    /** The requests that are written at once to a connection that nobody reads from. */
    private static final int UNREAD_REQUESTS = 100;

    private static final long STEP_NANOS = Duration.ofMillis(100).toNanos();

    private final InetSocketAddress server;
    private final IntFunction<String> beginnings;
    private final String more;
    private final boolean reads;
    private final SocketChannel[] channels;
    private final ByteBuffer[] unwritten;

    /** The connections with a request that was begun, or answered. */
    private final BitSet met = new BitSet();

    private HeldConnections(
        int port, IntFunction<String> beginnings, String more, boolean reads, int connections) {
      server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
      this.beginnings = beginnings;
      this.more = more;
      this.reads = reads;
      channels = new SocketChannel[connections];
      unwritten = new ByteBuffer[connections];
    }

    @Override
    void work() {
      while (!isClosed()) {
        for (int i = 0; i < channels.length && !isClosed(); i++) {
          try {
            step(i);
          } catch (IOException e) {
            drop(i);
          }
        }
        LockSupport.parkNanos(STEP_NANOS);
      }
      for (int i = 0; i < channels.length; i++) {
        drop(i);
      }
    }

    private void step(int i) throws IOException {
      if (channels[i] == null) {
        connect(i);
      } else if (reads && isClosedByServer(i)) {
        drop(i);
        return;
      } else if (!unwritten[i].hasRemaining()) {
        unwritten[i] = ByteBuffer.wrap(bytes(more));
      }
      channels[i].write(unwritten[i]);
      if (!unwritten[i].hasRemaining()) {
        met(i);
      }
    }

    private boolean isClosedByServer(int i) throws IOException {
      int answered = channels[i].read(ByteBuffer.allocate(1_024));
      if (answered > 0) {
        met(i);
      }
      return answered < 0;
    }

    private void met(int i) {
      met.set(i);
      if (met.cardinality() == channels.length) {
        reachAim();
      }
    }

    private void connect(int i) throws IOException {
      channels[i] = SocketChannel.open();
      if (!reads) {
        channels[i].setOption(StandardSocketOptions.SO_RCVBUF, UNREAD_BUFFER);
      }
      channels[i].connect(server);
      channels[i].configureBlocking(false);
      unwritten[i] = ByteBuffer.wrap(bytes(beginnings.apply(i)));
    }

    private void drop(int i) {
      try {
        if (channels[i] != null) {
          channels[i].close();
        }
      } catch (IOException e) {
        // nothing is left to do for a connection that cannot be closed
      }
      channels[i] = null;
    }
  }
}
