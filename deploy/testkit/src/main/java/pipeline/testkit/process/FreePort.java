package pipeline.testkit.process;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds ports of the loopback that nobody listens on. None is given again as long as this process
 * lives, nor by this class to another process, since the first to ask for a port may be the last to
 * listen on it. They are below the range that Linux draws the ports of outgoing connections from,
 * so that a program that is killed finds its port still free at its restart. Thread-safe.
 */
public final class FreePort {
  private static final int FIRST = 20_000;
  private static final int LAST = 32_767;
  private static final int MAX_PORT = 65_535;
  private static final int MAX_ATTEMPTS = 100;

  /** A UDP socket at each port that was given, by which other processes know of it. */
  private static final Set<DatagramSocket> GIVEN = ConcurrentHashMap.newKeySet();

  private FreePort() {}

  /**
   * Finds a free port.
   *
   * @throws IOException none of a hundred is free
   */
  public static int find() throws IOException {
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, LAST + 1);
      if (isFree(port) && isFirstToTake(port)) {
        return port;
      }
    }
    throw new IOException("no free port from " + FIRST + " to " + LAST);
  }

  /**
   * The first free port from {@code first} on.
   *
   * @throws IOException there is none
   */
  public static int from(int first) throws IOException {
    for (int port = first; port <= MAX_PORT; port++) {
      if (isFree(port) && isFirstToTake(port)) {
        return port;
      }
    }
    throw new IOException("no free port from " + first + " on");
  }

  /** Takes a port unless it was given already; whoever listens on it uses TCP. */
  private static boolean isFirstToTake(int port) {
    try {
      return GIVEN.add(new DatagramSocket(port, InetAddress.getLoopbackAddress()));
    } catch (SocketException e) {
      return false;
    }
  }

  /** Whether nobody listens on a port of the loopback. */
  public static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
