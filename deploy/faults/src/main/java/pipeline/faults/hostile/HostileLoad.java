package pipeline.faults.hostile;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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
public final class HostileLoad implements Closeable {
  private static final long CLOSE_SECONDS = 10;
  private static final int FLOOD_THREADS = 2;
  private static final int FLOOD_AIM = 100;
  private static final int ANSWER_MILLIS = 5_000;
  private static final int SLOW_CONNECTIONS = 150;
  private static final int UNREAD_CONNECTIONS = 12;
  private static final int RECEIVE_BUFFER = 2_048;

  /** The requests that are written at once to a connection that nobody reads from. */
  private static final int UNREAD_REQUESTS = 100;

  /** The time between two pieces of a request that does not end, or two tries to connect. */
  private static final int STEP_MILLIS = 100;

  private static final long STEP_NANOS = Duration.ofMillis(STEP_MILLIS).toNanos();

  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          BasicThreadFactory.builder().namingPattern("hostile-%d").daemon().build());
  private final InetSocketAddress server;
  private final int aim;

  /** The numbers of the requests that were answered, or of the connections that have one. */
  private final Set<Integer> met = ConcurrentHashMap.newKeySet();

  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  private HostileLoad(int port, int aim) {
    server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    this.aim = aim;
  }

  /**
   * A flood of requests, each made from its number, after which the server closes the connection.
   * The aim is reached when many were taken, or refused while the broker has no room.
   *
   * @param most how many are sent at most
   */
  static HostileLoad flood(int port, int most, IntFunction<String> requests) {
    HostileLoad load = new HostileLoad(port, FLOOD_AIM);
    AtomicInteger next = new AtomicInteger();
    for (int i = 0; i < FLOOD_THREADS; i++) {
      load.threads.execute(() -> load.send(next, most, requests));
    }
    return load;
  }

  /**
   * Sends the beginning of a request, made from the connection's number, and then {@code more} ten
   * times a second. The aim is reached when a request was begun on each connection.
   */
  static HostileLoad slow(int port, IntFunction<String> beginnings, String more) {
    HostileLoad load = new HostileLoad(port, SLOW_CONNECTIONS);
    load.hold(beginnings, more, true);
    return load;
  }

  /** Sends the request again and again, as long as the server takes it, and reads no answer. */
  static HostileLoad unread(int port, String request) {
    HostileLoad load = new HostileLoad(port, UNREAD_CONNECTIONS);
    String many = request.repeat(UNREAD_REQUESTS);
    load.hold(i -> many, many, false);
    return load;
  }

  /** Sends one request after the other, each on a connection of its own. */
  private void send(AtomicInteger next, int most, IntFunction<String> requests) {
    int number = next.getAndIncrement();
    while (!closed && number < most) {
      try (Socket socket = connect()) {
        socket.setSoTimeout(ANSWER_MILLIS);
        socket.getOutputStream().write(bytes(requests.apply(number)));
        byte[] answer = socket.getInputStream().readAllBytes();
        if (new String(answer, StandardCharsets.US_ASCII).matches("(?s)HTTP/1.1 (200|503) .*")) {
          met.add(number);
        }
      } catch (IOException e) {
        // the server may have been killed: it is asked again soon
        LockSupport.parkNanos(STEP_NANOS);
      }
      number = next.getAndIncrement();
    }
  }

  /** Holds as many connections as the aim says, each on a thread of its own. */
  private void hold(IntFunction<String> beginnings, String more, boolean reads) {
    byte[] each = bytes(more);
    for (int i = 0; i < aim; i++) {
      int number = i;
      threads.execute(() -> hold(number, bytes(beginnings.apply(number)), each, reads));
    }
  }

  /** Holds a connection, which is opened again a little after the server has closed it. */
  private void hold(int number, byte[] beginning, byte[] more, boolean reads) {
    do {
      try (Socket socket = connect()) {
        OutputStream out = socket.getOutputStream();
        out.write(beginning);
        met.add(number);
        while (!(reads ? hasEnded(socket) : pause())) {
          out.write(more);
        }
      } catch (IOException e) {
        // the server has closed it, or cannot be reached
      }
    } while (!pause());
  }

  /** Reads until the next piece is due; whether the server has closed the connection. */
  private static boolean hasEnded(Socket socket) throws IOException {
    try {
      return socket.getInputStream().read(new byte[RECEIVE_BUFFER]) < 0;
    } catch (SocketTimeoutException e) {
      return false;
    }
  }

  /** Waits until the next piece is due; whether the client was closed. */
  private boolean pause() {
    LockSupport.parkNanos(STEP_NANOS);
    return closed;
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket();
    socket.setSoTimeout(STEP_MILLIS);
    socket.setReceiveBufferSize(RECEIVE_BUFFER);
    sockets.removeIf(Socket::isClosed);
    sockets.add(socket);
    if (closed) {
      socket.close();
    }
    socket.connect(server);
    return socket;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Whether the client had many answers, or has begun a request on each of its connections. */
  public boolean hasReachedAim() {
    return met.size() >= aim;
  }

  /** Ends the client; returns when its threads have ended and its connections are closed. */
  @Override
  public void close() {
    closed = true;
    threads.shutdown();
    for (Socket socket : sockets) {
      try {
        socket.close();
      } catch (IOException e) {
        // nothing is left to do for a connection that cannot be closed
      }
    }
    try {
      threads.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
